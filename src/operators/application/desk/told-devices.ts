import type { Subscription } from '../../domain/events/subscription.ts';
import { Refused } from '../../domain/refused.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { removeSubscriptions, type Subscriptions } from '../events/ports/subscriptions.ts';
import { authorOf } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';

/** The most devices of one person. The oldest goes when there is one more. */
const MOST_DEVICES = 10;

type Ports = AuditPorts & Needs<'subscriptions' | 'push' | 'digest'>;

/**
 * Resolves to the public key that a browser subscribes with, and to what the device with this id tells whoever asks.
 * `undefined` if nobody is told on devices.
 */
export const makeToldHere =
  ({ subscriptions, push }: Ports) =>
  async ({ id, by }: { readonly id: string | undefined; readonly by: By }) => {
    if (!push || !subscriptions) return undefined;
    const { byId } = authorOf(by);
    const found = (await subscriptions.all()).find((each) => each.id === id && each.person === byId);
    return { key: push.publicKey, wishes: found?.wishes };
  };

/**
 * Tells whoever asks on a device, in place of whom it told before. Resolves to its id. Throws Refused if nothing can be
 * sent to this address with these keys.
 */
export const makeTellHere =
  (ports: Ports) =>
  async ({ by, ...given }: Omit<Subscription, 'id' | 'person' | 'created'> & { readonly by: By }) => {
    const { subscriptions, push, digest, clock } = ports;
    const { byId: person } = authorOf(by);
    if (!push || !subscriptions || person === undefined)
      throw new Refused('not-kept', 'Nobody is told on devices here.');
    await push.check(given);
    const id = `dev_${digest(given.endpoint).slice(0, 32)}`;
    return audited(ports, { by, action: 'desk.tell', on: person }, async () => {
      await subscriptions.keep({ id, person, created: clock(), ...given });
      const own = (await subscriptions.all()).filter((each) => each.person === person);
      own.sort((a, b) => Number(b.created) - Number(a.created));
      for (const { id: oldest } of own.slice(MOST_DEVICES)) await subscriptions.remove(oldest);
      return id;
    });
  };

/** Tells whoever asks no more on this device of theirs, if it did. */
export const makeTellNoMore =
  (ports: Ports) =>
  ({ id, by }: { readonly id: string | undefined; readonly by: By }) => {
    const { byId: on = '' } = authorOf(by);
    return audited(ports, { by, action: 'desk.tell-no-more', on }, () =>
      removeSubscriptions(ports.subscriptions, (each) => each.id === id && each.person === on),
    );
  };

/** A device goes on telling if the same person signs in on it again; for another, it ends. */
export async function goOnTelling(
  subscriptions: Subscriptions | undefined,
  id: string,
  { id: session, person }: { readonly id: string; readonly person: string },
  known: KnownPeople,
): Promise<void> {
  const device = (await subscriptions?.all())?.find((each) => each.id === id);
  if (device && known.idOf(device.person) === person) await subscriptions?.keep({ ...device, session });
  else if (device) await subscriptions?.remove(id);
}
