import { greeting } from '../operators/adapters/inbound/terminal/greeting.ts';
import { timeZoneOf } from './config.ts';
import { deskModules } from './modules/operator.ts';
import { webhooksModule } from './modules/webhooks.ts';
import type { ServerOptions } from './options.ts';
import { serveApi } from './parts/api.ts';
import { watchClock } from './parts/clock.ts';
import { deliverBeside } from './parts/deliveries.ts';
import { demoModule, makeTrialKey } from './parts/demo.ts';
import { serveDeskBeside } from './parts/desk.ts';
import { tellProblems } from './parts/doctor.ts';
import { metricsModule, serveMetrics } from './parts/metrics.ts';
import { keepRefusals, refusalsModule } from './parts/refusals.ts';
import { rehearse } from './parts/rehearsal.ts';
import { removeCame, removeWhatIsOwed } from './parts/removals.ts';
import { type Program, type RunningServer, startProcess } from './process.ts';
import { groups } from './store-parts.ts';
import { tokens } from './tokens.ts';
import { version } from './version.ts';
import { zoneText } from './zone-setting.ts';

const parts = {
  metrics: serveMetrics('server'),
  refusals: keepRefusals,
  api: serveApi,
  rehearsal: rehearse,
  desk: serveDeskBeside,
  key: makeTrialKey,
  deliveries: deliverBeside,
  clock: watchClock,
  problems: tellProblems('server'),
  remains: removeWhatIsOwed,
  asItCame: removeCame,
};

export const server: Program<typeof parts> = {
  begins: true,
  modules: async (config, store) => [
    refusalsModule({ onLambda: config.AWS_LAMBDA_HTTP_ENDPOINT !== undefined }),
    await metricsModule(config),
    demoModule(config, store),
    webhooksModule,
    ...(await deskModules(config)),
  ],
  needs: groups.serving,
  parts,
  started({ metrics, api: { url, docsUrl }, desk, key }, { config, store, container }, { log, always }) {
    const timeZone = zoneText(timeZoneOf(config), new Date());
    const told = { timeZone, version, url, docsUrl, metricsUrl: metrics?.url, desk, config, store };
    const isRead = config.APP_ENV === 'sandbox' && !config.AWS_LAMBDA_HTTP_ENDPOINT;
    if (isRead) process.stdout.write(greeting({ ...told, key }));
    const startLog = isRead ? log : always;
    startLog.note('Serving', { version, url: `${url}/v1`, ...(desk && { desk: desk.url }), timeZone });
    void container.get(tokens.storeHealth)(); // connects now, before the first request needs it
  },
};

/**
 * Starts the shipped server with settings, reference page, log, metrics and signals. If it cannot start,
 * standard error says why, the process's exit code becomes 1, and this resolves to `undefined`.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer | undefined> {
  const running = await startProcess(server, options);
  if (!running) return undefined;
  const { api, desk } = running.parts;
  return { url: api.url, deskUrl: desk?.url, stop: running.stop, stopped: running.stopped };
}
