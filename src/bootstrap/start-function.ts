import { type LambdaHandler, makeLambdaHandler } from '../adapters/inbound/lambda/lambda-handler.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import type { Environment } from './config.ts';
import { requireBound, type Store, type StoreBySettings, servedBy, settle } from './store.ts';
import { tokens } from './tokens.ts';

export interface FunctionOptions {
  readonly store: Store | StoreBySettings;
  /** The settings. By default the environment of the process. */
  readonly env?: Environment | undefined;
}

/** Starts the function as it is shipped. Resolves to its handler. Throws InvalidConfig and IncompleteStore. */
export async function startFunction({
  store: given,
  env = process.env,
}: FunctionOptions): Promise<LambdaHandler> {
  const { config, store } = await settle(env, given);
  const container = await compose(config, {
    store: store.module,
    journal: new LineJournal(config.LOG_LEVEL),
  });
  requireBound(container, store, servedBy);
  if (!store.durable) {
    // At every log level.
    new LineJournal('warn').warn(
      `${store.setting ? `${store.setting} is not set: leads` : 'Leads'} are kept in the memory of one instance and are LOST when it ends.`,
    );
  }
  // Connects during init. If the store cannot be reached, the function starts all the same: each event gets a 503.
  await container.get(tokens.storeHealth)();
  return makeLambdaHandler(container.get(tokens.httpApi), { pathPrefix: config.LAMBDA_PATH_PREFIX });
}
