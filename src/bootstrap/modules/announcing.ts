import { ContainerModule } from 'inversify';
import { makeAnnounceHeld, makeAnnounceStatus } from '../../operators/application/events/announce-alone.ts';
import { makeAnnounceReceived } from '../../operators/application/events/announce-received.ts';
import { Bell } from '../../operators/application/events/bell.ts';
import { Callers } from '../../operators/application/events/callers.ts';
import { makeKnownHooks, noHooks } from '../../operators/application/events/known-hooks.ts';
import { allDevices } from '../../operators/domain/events/subscription.ts';
import { tokens } from '../tokens.ts';

/**
 * Binds the announcement of each lead to webhooks, if the store keeps some. Deliveries let waiting vendors go
 * first.
 */
export const announcingModule = new ContainerModule(({ bind, onActivation }) => {
  bind(tokens.bell)
    .toDynamicValue(() => new Bell())
    .inSingletonScope();
  bind(tokens.callers)
    .toDynamicValue(() => new Callers())
    .inSingletonScope();
  bind(tokens.knownHooks)
    .toDynamicValue(({ get }) => {
      const hooks = get(tokens.hooks, { optional: true });
      if (!hooks) return noHooks;
      const known = makeKnownHooks(hooks, get(tokens.runtime).clock);
      const isPushing = get(tokens.config).PUSH_PUBLIC_KEY !== undefined;
      return isPushing ? async (order) => [...(await known(order)), allDevices] : known;
    })
    .inSingletonScope();
  bind(tokens.announce).toDynamicValue(({ get }) =>
    makeAnnounceReceived(get(tokens.knownHooks), get(tokens.bell).ring),
  );
  bind(tokens.announceHeld).toDynamicValue(({ get }) => {
    const deliveries = get(tokens.deliveries, { optional: true }) ?? get(tokens.heldNews, { optional: true });
    const [knownHooks, ringBell] = [get(tokens.knownHooks), get(tokens.bell).ring];
    return deliveries ? makeAnnounceHeld({ knownHooks, deliveries, ringBell }) : async () => {};
  });
  bind(tokens.announceStatus)
    .toDynamicValue(({ get }) => {
      const deliveries = get(tokens.deliveries, { optional: true });
      const [knownHooks, ringBell] = [get(tokens.knownHooks), get(tokens.bell).ring];
      return deliveries ? makeAnnounceStatus({ knownHooks, deliveries, ringBell }) : async () => {};
    })
    .inSingletonScope();
  onActivation(tokens.httpApi, ({ get }, api) => {
    const callers = get(tokens.callers);
    return { ...api, handle: (request, match) => callers.until(api.handle(request, match)) };
  });
});
