import { requireKey, webhooksModule } from './modules/webhooks.ts';
import type { ProcessOptions } from './options.ts';
import { watchClock } from './parts/clock.ts';
import { deliver } from './parts/deliveries.ts';
import { tellProblems } from './parts/doctor.ts';
import { metricsModule, serveMetrics } from './parts/metrics.ts';
import { requireStore } from './parts/rehearsal.ts';
import { type Program, type RunningProcess, startProcess } from './process.ts';
import { requireShared } from './store.ts';
import { groups } from './store-parts.ts';
import { version } from './version.ts';

const parts = {
  metrics: serveMetrics('deliverer'),
  store: requireStore,
  problems: tellProblems('deliverer'),
  deliveries: deliver,
  clock: watchClock,
};

export const delivery: Program<typeof parts> = {
  check(config, store) {
    requireShared(store, 'a server in memory delivers to webhooks itself (npm start)');
    requireKey(config);
  },
  modules: async (config) => [await metricsModule(config), webhooksModule],
  needs: groups.webhooks,
  parts,
  started: ({ metrics }, _composed, { always }) =>
    always.note('Delivering to webhooks', { version, metrics: metrics?.url }),
};

/**
 * Starts a process that only delivers to webhooks, beside servers with DELIVERIES=elsewhere. If it cannot
 * start, standard error says why, the process's exit code becomes 1, and this resolves to `undefined`.
 */
export async function startDelivery(options: ProcessOptions = {}): Promise<RunningProcess | undefined> {
  const running = await startProcess(delivery, options);
  return running && { stop: running.stop, stopped: running.stopped };
}
