import { ContainerModule } from 'inversify';
import {
  type HookPolicy,
  makeCheckHookUrl,
  parseNetwork,
} from '../../adapters/outbound/webhooks/hook-address.ts';
import { makeSecretOf } from '../../adapters/outbound/webhooks/hook-secrets.ts';
import { makePostEvent } from '../../adapters/outbound/webhooks/post-event.ts';
import { EventDelivery } from '../../application/deliver-events.ts';
import type { SecretOf } from '../../application/ports/outbound/post-event.ts';
import { Refused } from '../../domain/refused.ts';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';

/** Webhooks, on a store that keeps them. */
export const webhooksModule = new ContainerModule(({ bind }) => {
  bind(tokens.webhooks)
    .toDynamicValue(({ get }) => {
      const hooks = get(tokens.hooks, { optional: true });
      const deliveries = get(tokens.deliveries, { optional: true });
      if (!hooks || !deliveries) return undefined;
      const config = get(tokens.config);
      const checkUrl = makeCheckHookUrl(policyOf(config));
      return { hooks, deliveries, checkUrl, secretOf: secretOf(config), announced: get(tokens.bell).ring };
    })
    .inSingletonScope();
  bind(tokens.eventDelivery)
    .toDynamicValue(({ get }) => {
      const config = get(tokens.config);
      const { clock, newRequestId } = get(tokens.runtime);
      return new EventDelivery({
        hooks: get(tokens.hooks),
        knownHooks: get(tokens.knownHooks),
        deliveries: get(tokens.deliveries),
        post: makePostEvent({ policy: policyOf(config), version }),
        secretOf: secretOf(config),
        clock,
        random: Math.random,
        newLease: newRequestId,
        warn: get(tokens.journal).warn,
        delivered: get(tokens.delivered, { optional: true }),
      });
    })
    .inSingletonScope();
});

/** Whether there is a key to sign with. */
export const canSign = ({ APP_ENV, HOOK_KEY }: Config): boolean =>
  APP_ENV === 'sandbox' || HOOK_KEY !== undefined;

const secretOf = (config: Config): SecretOf => (canSign(config) ? makeSecretOf(config.HOOK_KEY) : noKey);

const noKey = (): never => {
  throw new Refused(
    'no-hooks',
    'Webhooks need the setting HOOK_KEY, the same on all servers: for example what `openssl rand -base64 32` prints.',
  );
};

const thisMachine = ['127.0.0.0/8', '::1/128'].map(parseNetwork);

const policyOf = ({ APP_ENV, HOOK_ALLOW = [] }: Config): HookPolicy =>
  APP_ENV === 'sandbox'
    ? { httpsOnly: false, allow: [...HOOK_ALLOW, ...thisMachine] }
    : { httpsOnly: true, allow: HOOK_ALLOW };
