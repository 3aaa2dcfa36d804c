import { ContainerModule } from 'inversify';
import { endLater } from '../../adapters/inbound/node-http/connections.ts';
import { allJournals } from '../../adapters/outbound/telemetry/all-journals.ts';
import type { Metrics } from '../../adapters/outbound/telemetry/metrics.ts';
import { backupProblem, lastBackup } from '../../operators/application/back-up-store.ts';
import { remainsProblem } from '../../operators/application/erased-remains.ts';
import { cannotListen } from '../cannot-listen.ts';
import type { Config } from '../config.ts';
import type { Composed, Part } from '../part.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';
import { keepsHooks, oldestDue } from './deliveries.ts';

const observed = token<Metrics>('metrics');

/** Binds metrics of requests, deliveries and calls to the store. Their code is loaded only if METRICS_PORT is set. */
export async function metricsModule({ METRICS_PORT }: Config): Promise<ContainerModule> {
  if (METRICS_PORT === undefined) return new ContainerModule(() => {});
  const [{ Metrics }, { timedCrm, timedKeys }] = await Promise.all([
    import('../../adapters/outbound/telemetry/metrics.ts'),
    import('../../adapters/outbound/telemetry/timed-store.ts'),
  ]);
  const metrics = new Metrics(version);
  return new ContainerModule(({ bind, onActivation }) => {
    bind(observed).toConstantValue(metrics);
    bind(tokens.batched).toConstantValue(metrics.batched);
    bind(tokens.skewMeasured).toConstantValue(metrics.skewMeasured);
    bind(tokens.delivered).toConstantValue(metrics.delivered);
    onActivation(tokens.journal, (_context, journal) => allJournals(journal, metrics.journal));
    onActivation(tokens.crm, (_context, crm) => timedCrm(crm, metrics.storeCalled));
    onActivation(tokens.vendors, (_context, vendors) => timedKeys(vendors, metrics.storeCalled));
  });
}

/** Makes the part that serves the metrics, on the host and port in the settings, and tells of trouble. */
export const serveMetrics =
  (program: 'server' | 'deliverer') =>
  async ({
    container,
    config: { METRICS_HOST, METRICS_PORT },
  }: Composed): Promise<(Part & { readonly url: string }) | undefined> => {
    const metrics = container.get(observed, { optional: true });
    if (!metrics || METRICS_PORT === undefined) return undefined;
    const { serveMetrics: serve } = await import('../../adapters/outbound/telemetry/metrics-server.ts');
    const delivery = keepsHooks(container)
      ? container.get(tokens.eventDelivery, { optional: true })
      : undefined;
    const remains = container.get(tokens.remains, { optional: true });
    const { clock } = container.get(tokens.runtime);
    const room = container.get(tokens.storeRoom, { optional: true });
    const audit = container.isBound(tokens.storeBackup) ? container.get(tokens.audit) : undefined;
    const concern = async () => {
      const asked = [
        room?.().then(({ problem }) => problem),
        remainsProblem({ remains, clock }),
        audit && lastBackup(audit).then((last) => backupProblem(last, clock)),
      ];
      const told = await Promise.allSettled(asked); // an outage is told elsewhere
      return told.flatMap((each) => (each.status === 'fulfilled' && each.value) || []).join(' ') || undefined;
    };
    const keepsLeads = program === 'server' ? container.get(tokens.readiness).isReady : async () => true;
    const trouble = async () =>
      delivery?.trouble ?? ((await keepsLeads()) ? undefined : 'no lead would be kept');
    const shown = { registry: metrics.registry, trouble, concern };
    const server = await serve(shown, METRICS_HOST, METRICS_PORT, endLater).catch((error) => {
      throw cannotListen('METRICS', METRICS_PORT, error);
    });
    if (keepsHooks(container)) metrics.watchDeliveries(() => oldestDue(container));
    if (room) metrics.watchRoom(async () => (await room()).free);
    if (audit) metrics.watchBackup(() => lastBackup(audit));
    if (remains) metrics.watchRemains(async () => (await remains.owed())?.since);
    return server;
  };
