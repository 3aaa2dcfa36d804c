import { setTimeout as pause } from 'node:timers/promises';
import { type Container, ContainerModule } from 'inversify';
import { clock } from '../../adapters/outbound/runtime/runtime.ts';
import { allJournals } from '../../adapters/outbound/telemetry/all-journals.ts';
import { RefusalCounter } from '../../adapters/outbound/telemetry/refusal-counter.ts';
import { type Config, timeZoneOf } from '../config.ts';
import { token, tokens } from '../tokens.ts';

/** A function starts without what other processes are made of. */
interface Composed {
  readonly container: Container;
  readonly config: Config;
}

const counted = token<RefusalCounter>('counter of refusals');

/** Milliseconds for the last addition: a store that is down holds up no end. */
const LAST_ADDITION = 1_000;

/** Counts what vendors are refused. On Lambda, where no timer runs between requests, who is refused waits for the store. */
export const refusalsModule = ({ onLambda }: { readonly onLambda: boolean }): ContainerModule =>
  new ContainerModule(({ bind, onActivation }) => {
    const counter = new RefusalCounter(clock);
    bind(counted).toConstantValue(counter);
    onActivation(tokens.journal, (_context, journal) => allJournals(journal, counter.journal));
    if (!onLambda) return;
    onActivation(tokens.httpApi, (_context, api) => ({
      ...api,
      async handle(request, match) {
        const response = await api.handle(request, match);
        if (response.status >= 400) await counter.addSome();
        return response;
      },
    }));
  });

/** Adds it to the store: from time to time, and at the end. */
export async function keepRefusals(
  composed: Composed,
): Promise<{ readonly close: () => Promise<unknown> } | undefined> {
  const { container, config } = composed;
  if (config.AWS_LAMBDA_HTTP_ENDPOINT) keepRefusalsOnLambda(composed);
  else if (container.isBound(tokens.refusals)) container.get(counted).start(countingIn(composed));
  else return undefined;
  const counter = container.get(counted);
  return { close: () => Promise.race([counter.stop(), pause(LAST_ADDITION, undefined, { ref: false })]) };
}

/** Adds it to the store with the requests that are refused. */
export function keepRefusalsOnLambda(composed: Composed): void {
  const { container } = composed;
  if (container.isBound(tokens.refusals)) container.get(counted).startWithoutTimer(countingIn(composed));
}

function countingIn({ container, config }: Composed) {
  let zone: ReturnType<typeof timeZoneOf> | undefined; // no cold start waits for it
  return {
    store: () => container.get(tokens.refusals),
    dayOf(moment: Date) {
      zone ??= timeZoneOf(config);
      return zone.dayOf(moment);
    },
  };
}
