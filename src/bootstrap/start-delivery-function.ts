import { ContainerModule } from 'inversify';
import { CloudWatchMetrics } from '../adapters/outbound/telemetry/cloudwatch-metrics.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { doubtsAbout } from './config-rules.ts';
import { requireKey, webhooksModule } from './modules/webhooks.ts';
import type { DeliveryFunctionOptions } from './options.ts';
import { HOUR, removalOfCame } from './parts/removals.ts';
import { configure } from './store.ts';
import { tokens } from './tokens.ts';

/**
 * Starts the deliverer of webhooks as a Lambda function. Call it once a minute, as nothing runs there between
 * requests: each run delivers all due events. Throws InvalidConfig.
 */
export async function startDeliveryFunction({
  store: given,
  env = process.env,
  limit = 40_000,
}: DeliveryFunctionOptions) {
  const { config, store } = await configure(env, given);
  requireKey(config);
  const journal = new LineJournal(config.LOG_LEVEL);
  for (const doubt of doubtsAbout(config)) journal.warn(doubt);
  const modules = [webhooksModule, metricsModule(config)];
  const container = await compose(config, { store: store.module, journal, modules });
  const delivery = container.get(tokens.eventDelivery);
  const removeCame = removalOfCame({ container, config });
  let removed = Number.NEGATIVE_INFINITY;
  return async (): Promise<{ readonly tries: number }> => {
    const stop = AbortSignal.timeout(limit);
    const before = delivery.tries;
    if (performance.now() - removed > HOUR) {
      removed = performance.now();
      await removeCame?.().catch(() => {}); // an outage is reported elsewhere
    }
    for (let found = 'due'; found === 'due' && !stop.aborted; ) {
      found = await delivery.round(stop);
      await delivery.settled();
    }
    return { tries: delivery.tries - before };
  };
}

const metricsModule = ({ CLOUDWATCH_NAMESPACE: namespace }: Config): ContainerModule =>
  new ContainerModule(({ bind }) => {
    if (namespace) bind(tokens.delivered).toConstantValue(new CloudWatchMetrics(namespace).delivered);
  });
