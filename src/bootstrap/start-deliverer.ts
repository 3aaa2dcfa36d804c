import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import { type Environment, InvalidConfig } from './config.ts';
import { canSign, webhooksModule } from './modules/webhooks.ts';
import { type Store, type StoreBySettings, settle } from './store.ts';
import { tokens } from './tokens.ts';

export interface DelivererOptions {
  readonly store: Store | StoreBySettings;
  /** The settings. By default the environment of the process. */
  readonly env?: Environment | undefined;
}

/** Milliseconds after which one run begins nothing new: the next is called a minute after it. */
const RUN = 40_000;

/**
 * The deliverer of webhooks as a Lambda function, to be called once a minute: nothing else runs there between requests.
 * Each run delivers what is due. Throws InvalidConfig.
 */
export async function startDeliverer({ store: given, env = process.env }: DelivererOptions) {
  const { config, store } = await settle(env, given);
  if (!canSign(config)) throw new InvalidConfig('HOOK_KEY is required for webhooks in production');
  const journal = new LineJournal(config.LOG_LEVEL);
  const container = await compose(config, { store: store.module, journal, modules: [webhooksModule] });
  const delivery = container.get(tokens.eventDelivery);
  return async (): Promise<{ readonly tries: number }> => {
    const began = Date.now();
    const before = delivery.tries;
    for (let last = -1; last !== delivery.tries && Date.now() - began < RUN; ) {
      last = delivery.tries;
      await delivery.round();
      await delivery.settled();
    }
    return { tries: delivery.tries - before };
  };
}
