import type { ResolutionContext } from 'inversify';
import { makeCheckHookUrl } from '../../operators/adapters/outbound/webhooks/hook-address.ts';
import { makePost } from '../../operators/adapters/outbound/webhooks/post-event.ts';
import {
  makeCheckSubscription,
  makePushNotice,
} from '../../operators/adapters/outbound/webhooks/push-notice.ts';
import { makeTellDevices } from '../../operators/application/events/tell-devices.ts';
import { knownPeople } from '../../operators/application/known-people.ts';
import type { PushPorts } from '../../operators/application/operator-ports.ts';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';
import { policyOf } from './hook-policy.ts';

/** What telling people on devices needs; `undefined` without keys. */
export function pushPorts(config: Config): PushPorts | undefined {
  const check = makeCheckSubscription(makeCheckHookUrl(policyOf(config)));
  return config.PUSH_PUBLIC_KEY ? { publicKey: config.PUSH_PUBLIC_KEY, check } : undefined;
}

/** The tries to reach devices; `undefined` without keys, or with a store that keeps no devices. */
export function tellDevices(get: ResolutionContext['get']) {
  const config = get(tokens.config);
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_SUBJECT: subject } = config;
  const subscriptions = get(tokens.subscriptions, { optional: true });
  const people = get(tokens.people, { optional: true });
  if (!subscriptions || !people || !publicKey || !privateKey || !subject) return undefined;
  const push = makePushNotice(makePost({ policy: policyOf(config) }), { publicKey, privateKey, subject });
  const deliveries = get(tokens.deliveries);
  const { clock } = get(tokens.runtime);
  const ports = { subscriptions, deliveries, push, shows: config.PUSH_SHOWS, clock, random: Math.random };
  return makeTellDevices({ ...ports, knownPeople: () => knownPeople({ people }) });
}
