import type { Container } from 'inversify';
import { DeliveryLoop } from '../adapters/inbound/schedule/delivery-loop.ts';
import { Refused } from '../domain/refused.ts';
import { configuredVendorId } from '../domain/vendor.ts';
import { type Config, InvalidConfig } from './config.ts';
import { canSign } from './modules/webhooks.ts';
import { tokens } from './tokens.ts';

/** Delivers events, if the store keeps any. */
export function startDeliveries(
  container: Container,
  config: Config,
  warn: (message: string) => void,
): DeliveryLoop | undefined {
  if (!container.get(tokens.webhooks)) return undefined;
  if (canSign(config)) {
    const loop = new DeliveryLoop(container.get(tokens.eventDelivery));
    container.get(tokens.bell).hear(loop.wake);
    loop.start();
    return loop;
  }
  container
    .get(tokens.knownHooks)()
    .then(
      ({ length }) => {
        if (length > 0) warn('HOOK_KEY is not set: this process delivers nothing to the webhooks.');
      },
      () => {}, // the store does not answer, which is told otherwise
    );
  return undefined;
}

/** Since when the longest due event waits for a hook that is not paused. */
export async function oldestDue(container: Container): Promise<Date | undefined> {
  const hooks = await container.get(tokens.knownHooks)();
  const active = hooks.filter(({ paused }) => !paused).map(({ id }) => id);
  return active.length > 0 ? container.get(tokens.deliveries).oldestDue(active, new Date()) : undefined;
}

/** So that somebody who only tries the service out hears of the leads that they send. Throws InvalidConfig. */
export async function addHook(container: Container, url: string, vendor: string) {
  try {
    const order = { url, vendor: configuredVendorId(vendor), by: 'SANDBOX_HOOK' };
    const { secret } = await container.get(tokens.operator).addHook(order);
    return { url, secret };
  } catch (error) {
    throw error instanceof Refused ? new InvalidConfig(`SANDBOX_HOOK: ${error.message}`) : error;
  }
}
