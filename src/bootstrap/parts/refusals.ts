import { setTimeout as pause } from 'node:timers/promises';
import { ContainerModule } from 'inversify';
import { clock } from '../../adapters/outbound/runtime/runtime.ts';
import { allJournals } from '../../adapters/outbound/telemetry/all-journals.ts';
import { RefusalCounter } from '../../adapters/outbound/telemetry/refusal-counter.ts';
import { timeZoneOf } from '../config.ts';
import type { Composed, Part } from '../process.ts';
import { token, tokens } from '../tokens.ts';

const counted = token<RefusalCounter>('counter of refusals');

/** Milliseconds for the last addition: a store that is down holds up no end. */
const LAST_ADDITION = 1_000;

/** Counts what vendors are refused. */
export const refusalsModule = new ContainerModule(({ bind, onActivation }) => {
  const counter = new RefusalCounter(clock);
  bind(counted).toConstantValue(counter);
  onActivation(tokens.journal, (_context, journal) => allJournals(journal, counter.journal));
});

/** Adds it to the store from time to time. On Lambda, no timer runs between requests. */
export async function keepRefusals({ container, config }: Composed): Promise<Part | undefined> {
  const store = container.get(tokens.refusals, { optional: true });
  if (!store || config.AWS_LAMBDA_HTTP_ENDPOINT) return undefined;
  const counter = container.get(counted);
  counter.start(store, timeZoneOf(config));
  return { close: () => Promise.race([counter.stop(), pause(LAST_ADDITION, undefined, { ref: false })]) };
}
