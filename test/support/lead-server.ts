import type { LeadServer } from '../../src/adapters/inbound/node-http/serve.ts';
import type { ConnectionOptions } from '../../src/adapters/outbound/mongodb/connection/connection.ts';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import { standardOutput } from '../../src/adapters/outbound/telemetry/standard-output.ts';
import type { Journal } from '../../src/application/ports/outbound/journal.ts';
import { compose } from '../../src/bootstrap/compose.ts';
import { mongodbStore } from '../../src/bootstrap/modules/mongodb.ts';
import { serveApi } from '../../src/bootstrap/parts/api.ts';
import { configure } from '../../src/bootstrap/store.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';

export const keys = { key: 'key-of-acme', otherKey: 'key-of-zenith' };
export const API_KEYS = `acme:${keys.key},zenith:${keys.otherKey}`;

/** The service as the server composes it, inside this process, on a free port. */
export async function startLeadServer(
  env: Record<string, string> = {},
  client?: ConnectionOptions['client'],
  log?: Journal,
): Promise<LeadServer> {
  const { config, store } = await configure(
    { API_KEYS, LOG_LEVEL: 'silent', PORT: '0', DATA_FILE: 'memory', ...env },
    {
      ...storeBySettings,
      open: (config) =>
        config.MONGODB_URI ? mongodbStore(config.MONGODB_URI, client) : storeBySettings.open(config),
    },
  );
  const journal = log ?? new LineJournal(config.LOG_LEVEL, standardOutput());
  const container = await compose(config, { store: store.module, journal });
  const server = await serveApi({ container, config, store, drainTime: 8_000 });
  return {
    ...server,
    async drain() {
      await server.drain();
      await container.unbindAllAsync();
    },
  };
}
