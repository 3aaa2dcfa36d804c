import { ContainerModule } from 'inversify';
import type { Journal } from '../../application/ports/outbound/journal.ts';
import { type Config, InvalidConfig } from '../config.ts';
import { noSuchHost } from '../no-such-host.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';

interface Observed {
  /** Where Prometheus finds the metrics. */
  readonly url: string;
  readonly journal: Journal;
  readonly watchDeliveries: (oldestDue: () => Promise<Date | undefined>) => void;
  /** Times every call to the store for which a request waits, whichever store it is. */
  readonly module: ContainerModule;
}

/** Loads and serves the metrics, if they are wanted. Throws InvalidConfig if their port cannot be listened on. */
export async function startMetrics({ METRICS_PORT, METRICS_HOST }: Config): Promise<Observed | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const [{ Metrics }, { serveMetrics }, { timedCrm, timedKeys }] = await Promise.all([
    import('../../adapters/outbound/telemetry/metrics.ts'),
    import('../../adapters/outbound/telemetry/metrics-server.ts'),
    import('../../adapters/outbound/telemetry/timed-store.ts'),
  ]);
  const metrics = new Metrics(version);
  const url = await serveMetrics(metrics.registry, METRICS_HOST, METRICS_PORT).catch((error) => {
    if (noSuchHost.has(error.code)) throw new InvalidConfig('METRICS_HOST is not an address of this machine');
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw new InvalidConfig('METRICS_PORT cannot be used: the port is taken or not allowed');
  });
  const module = new ContainerModule(({ bind, onActivation }) => {
    bind(tokens.batched).toConstantValue(metrics.batched);
    bind(tokens.delivered).toConstantValue(metrics.delivered);
    onActivation(tokens.crm, (_context, crm) => timedCrm(crm, metrics.storeCalled));
    onActivation(tokens.vendors, (_context, vendors) => timedKeys(vendors, metrics.storeCalled));
  });
  return { url, journal: metrics.journal, watchDeliveries: metrics.watchDeliveries, module };
}
