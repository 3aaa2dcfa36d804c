import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import { requireKey, webhooksModule } from './modules/webhooks.ts';
import type { Environment } from './read-config.ts';
import { configure, type Store, type StoreBySettings } from './store.ts';
import { tokens } from './tokens.ts';

export interface DeliveryFunctionOptions {
  readonly store: Store | StoreBySettings;
  /** The settings. By default the environment of the process. */
  readonly env?: Environment | undefined;
  /** Milliseconds after which a run begins no try; the last one ends within 15 seconds. By default 40,000. */
  readonly limit?: number | undefined;
}

/**
 * The deliverer of webhooks as a Lambda function, to be called once a minute: nothing else runs there between requests.
 * Each run delivers what is due. Throws InvalidConfig.
 */
export async function startDeliveryFunction({
  store: given,
  env = process.env,
  limit = 40_000,
}: DeliveryFunctionOptions) {
  const { config, store } = await configure(env, given);
  requireKey(config);
  const journal = new LineJournal(config.LOG_LEVEL);
  const container = await compose(config, { store: store.module, journal, modules: [webhooksModule] });
  const delivery = container.get(tokens.eventDelivery);
  return async (): Promise<{ readonly tries: number }> => {
    const stop = AbortSignal.timeout(limit);
    const before = delivery.tries;
    for (let last = -1; last !== delivery.tries && !stop.aborted; ) {
      last = delivery.tries;
      await delivery.round(stop);
      await delivery.settled();
    }
    return { tries: delivery.tries - before };
  };
}
