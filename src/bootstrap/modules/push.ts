import type { ResolutionContext } from 'inversify';
import { makeCheckSubscription, makePushNotice } from '../../operators/adapters/outbound/push/push-notice.ts';
import { makeCheckHookUrl } from '../../operators/adapters/outbound/webhooks/hook-address.ts';
import { makePost } from '../../operators/adapters/outbound/webhooks/post-event.ts';
import { makeTellDevices, type TellDevices } from '../../operators/application/events/tell-devices.ts';
import { knownPeople } from '../../operators/application/known-people.ts';
import type { PushPorts } from '../../operators/application/operator-ports.ts';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';
import { policyOf } from './webhooks.ts';

/** The ports for telling people on devices; `undefined` without keys. */
export const pushPorts = (config: Config): PushPorts | undefined =>
  config.PUSH_PUBLIC_KEY === undefined
    ? undefined
    : {
        publicKey: config.PUSH_PUBLIC_KEY,
        check: makeCheckSubscription(makeCheckHookUrl(policyOf(config))),
      };

/** The tries to reach devices; `undefined` without keys, or with a store that keeps no devices. */
export function tellDevices(get: ResolutionContext['get']): TellDevices | undefined {
  const config = get(tokens.config);
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_SUBJECT: subject } = config;
  const subscriptions = get(tokens.subscriptions, { optional: true });
  const people = get(tokens.people, { optional: true });
  if (!subscriptions || !people || !publicKey || !privateKey || !subject) return undefined;
  return makeTellDevices({
    subscriptions,
    knownPeople: () => knownPeople({ people }),
    deliveries: get(tokens.deliveries),
    push: makePushNotice(makePost({ policy: policyOf(config) }), { publicKey, privateKey, subject }),
    shows: config.PUSH_SHOWS,
    clock: get(tokens.runtime).clock,
    random: Math.random,
  });
}
