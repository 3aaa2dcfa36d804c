import { type LambdaHandler, makeLambdaHandler } from '../adapters/inbound/lambda/lambda-handler.ts';
import { allJournals } from '../adapters/outbound/telemetry/all-journals.ts';
import { CloudWatchMetrics } from '../adapters/outbound/telemetry/cloudwatch-metrics.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import type { FunctionOptions } from './options.ts';
import { keepRefusalsOnLambda, refusalsModule } from './parts/refusals.ts';
import { configure, requireBound } from './store.ts';
import { groups } from './store-parts.ts';
import { tokens } from './tokens.ts';

/** Metrics as lines for CloudWatch: nobody can scrape a function. */
const metricsIn = ({ CLOUDWATCH_NAMESPACE: namespace }: Config) =>
  namespace ? [new CloudWatchMetrics(namespace).journal] : [];

/** Starts the shipped function. Resolves to its handler. Throws InvalidConfig and IncompleteStore. */
export async function startFunction({
  store: given,
  env = process.env,
  journal,
  modules = [],
  ...others
}: FunctionOptions): Promise<LambdaHandler> {
  const { config, store } = await configure(env, given);
  const log = new LineJournal(config.LOG_LEVEL);
  const container = await compose(config, {
    ...others,
    store: store.module,
    journal: allJournals(log, ...metricsIn(config), ...(journal ? [journal] : [])),
    modules: [refusalsModule({ onLambda: true }), ...modules],
  });
  requireBound(container, store, groups.serving);
  keepRefusalsOnLambda({ container });
  if (!store.durable) {
    // At every log level.
    new LineJournal('warn').warn(
      `${store.setting ? 'MONGODB_URI is not set: leads' : 'Leads'} are kept in the memory of one instance and are LOST when it ends.`,
    );
  }
  // Connects during init. If the store cannot be reached, the function starts nevertheless: each event gets a
  // 503.
  await container.get(tokens.storeHealth)();
  return makeLambdaHandler(container.get(tokens.httpApi), { pathPrefix: config.LAMBDA_PATH_PREFIX });
}
