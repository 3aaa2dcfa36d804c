import { ContainerModule, type ResolutionContext } from 'inversify';
import { heldPath, hookPath, leadPath } from '../../operators/adapters/inbound/presentation/desk-paths.ts';
import { makeCheckHookUrl } from '../../operators/adapters/outbound/webhooks/hook-address.ts';
import { hookKeyOf, makeSecretOf } from '../../operators/adapters/outbound/webhooks/hook-secrets.ts';
import { makePostEvent } from '../../operators/adapters/outbound/webhooks/post-event.ts';
import { EventDelivery } from '../../operators/application/events/deliver-events.ts';
import type { DeskPages } from '../../operators/application/events/event-context.ts';
import type { KnownHooks } from '../../operators/application/events/known-hooks.ts';
import type { HookKey, SecretOf } from '../../operators/application/events/ports/post-event.ts';
import { Reminders } from '../../operators/application/events/reminders.ts';
import { makePersonNamed } from '../../operators/application/known-people.ts';
import type { HookPorts } from '../../operators/application/operator-ports.ts';
import { makeSignedHooks } from '../../operators/application/webhooks/hook-key.ts';
import { allDevices } from '../../operators/domain/events/subscription.ts';
import { Refused } from '../../operators/domain/refused.ts';
import { answerGoalOf, type Config } from '../config.ts';
import { InvalidConfig } from '../read-config.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';
import { policyOf } from './hook-policy.ts';
import { tellDevices } from './push.ts';

/** The ports that operators need for webhooks; `undefined` if the store keeps none. */
export function hookPorts({ get }: ResolutionContext): HookPorts | undefined {
  const hooks = get(tokens.hooks, { optional: true });
  const deliveries = get(tokens.deliveries, { optional: true });
  if (!hooks || !deliveries) return undefined;
  const config = get(tokens.config);
  const checkUrl = makeCheckHookUrl(policyOf(config));
  const ringBell = get(tokens.bell).ring;
  return { hooks, deliveries, checkUrl, secretOf: secretOf(config), hookKey: keyOf(config), ringBell };
}

/** Binds the delivery of events, on a store that keeps webhooks. */
export const webhooksModule = new ContainerModule(({ bind }) => {
  bind(tokens.eventDelivery)
    .toDynamicValue(({ get }) => {
      const config = get(tokens.config);
      const { clock, newRequestId } = get(tokens.runtime);
      const { warn } = get(tokens.journal);
      const leads = get(tokens.leads, { optional: true });
      const people = get(tokens.people, { optional: true });
      const [hooks, knownHooks, key] = [get(tokens.hooks), get(tokens.knownHooks), keyOf(config)];
      const deliveries = get(tokens.deliveries);
      const { andDevices, orDevice } = tellDevices(get) ?? {};
      const served = key ? makeSignedHooks({ hooks, knownHooks, key, clock, warn }) : knownHooks;
      const webhooksAlone: KnownHooks = async (order) =>
        (await served(order)).filter((hook) => hook !== allDevices);
      return new EventDelivery({
        hooks,
        knownHooks: andDevices?.(served) ?? webhooksAlone,
        orDevice,
        deliveries,
        // Uses the operators' connection: the search may take longer than a vendor's connection allows.
        reminders: leads && new Reminders({ leads, deliveries, goal: answerGoalOf(config) }),
        personNamed: people && makePersonNamed({ people }, clock),
        pages: deskPages(config),
        post: makePostEvent({ policy: policyOf(config), version }),
        secretOf: secretOf(config),
        replacedSecretOf: config.HOOK_KEY_OLD ? makeSecretOf(config.HOOK_KEY_OLD) : undefined,
        clock,
        random: Math.random,
        newLease: newRequestId,
        areCallersWaiting: get(tokens.callers).areWaiting,
        warn,
        delivered: get(tokens.delivered, { optional: true }),
      });
    })
    .inSingletonScope();
});

/** Whether there is a key to sign with. */
export const canSign = ({ APP_ENV, HOOK_KEY }: Config): boolean =>
  APP_ENV === 'sandbox' || HOOK_KEY !== undefined;

/** Throws InvalidConfig if there is no key to sign with. For a process that only delivers. */
export function requireKey(config: Config): void {
  if (!canSign(config)) throw new InvalidConfig('HOOK_KEY is required for webhooks in production');
}

/** The addresses of the desk's pages, if the settings say where the desk is. It may be another process. */
function deskPages({ DESK_URL, DESK_PORT }: Config): DeskPages | undefined {
  const base = DESK_URL ?? (DESK_PORT ? `http://127.0.0.1:${DESK_PORT}/` : undefined);
  if (base === undefined) return undefined;
  const at = (path: string) => new URL(path, base).href;
  return { lead: (id) => at(leadPath(id)), hook: (id) => at(hookPath(id)), held: (id) => at(heldPath(id)) };
}

const secretOf = (config: Config): SecretOf => (canSign(config) ? makeSecretOf(config.HOOK_KEY) : noKey);

const keyOf = (config: Config): HookKey | undefined =>
  canSign(config) ? hookKeyOf(config.HOOK_KEY, config.HOOK_KEY_OLD) : undefined;

const noKey = (): never => {
  throw new Refused(
    'no-hooks',
    'Webhooks need the setting HOOK_KEY, the same on all servers: for example what `openssl rand -base64 32` prints.',
  );
};
