import type { Container } from 'inversify';
import { DeliveryLoop } from '../../operators/adapters/inbound/schedule/delivery-loop.ts';
import { atMost } from '../at-most.ts';
import type { Config } from '../config.ts';
import { canSign } from '../modules/webhooks.ts';
import type { Composed, Part } from '../part.ts';
import { tokens } from '../tokens.ts';

/** Whether the store keeps webhooks. */
export const keepsHooks = (container: Container): boolean =>
  container.isBound(tokens.hooks) && container.isBound(tokens.deliveries);

/** Whether a server delivers events beside its other work. */
export const delivers = (config: Config): boolean => config.DELIVERIES !== 'elsewhere' && canSign(config);

/** Delivers events beside other work, if the store keeps webhooks and the settings do not leave that to others. */
export async function deliverBeside(composed: Composed): Promise<Part | undefined> {
  const { container, config } = composed;
  if (!keepsHooks(container) || config.DELIVERIES === 'elsewhere') return undefined;
  if (delivers(config)) return deliver(composed);
  container
    .get(tokens.knownHooks)()
    .then(
      ({ length }) => {
        const { warn } = container.get(tokens.journal);
        if (length > 0) warn('HOOK_KEY is not set: this process delivers nothing to the webhooks.');
      },
      () => {}, // the store does not answer, which is reported elsewhere
    );
  return undefined;
}

/** Delivers events until the process is told to stop. */
export async function deliver({ container, drainTime }: Composed): Promise<Part> {
  const loop = new DeliveryLoop(container.get(tokens.eventDelivery));
  container.get(tokens.bell).hear(loop.wake);
  loop.start();
  return { drain: () => atMost(drainTime, loop.stop()) };
}

/** Resolves to the time since when the longest due event waits, of hooks that are not paused. */
export async function oldestDue(container: Container): Promise<Date | undefined> {
  const hooks = await container.get(tokens.knownHooks)();
  const active = hooks.filter(({ paused }) => !paused).map(({ id }) => id);
  return active.length > 0 ? container.get(tokens.deliveries).oldestDue(active, new Date()) : undefined;
}
