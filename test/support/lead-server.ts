import type { LeadServer } from '../../src/adapters/inbound/node-http/serve.ts';
import type { ConnectionOptions } from '../../src/adapters/outbound/mongodb/connection.ts';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import { standardOutput } from '../../src/adapters/outbound/telemetry/standard-output.ts';
import type { Journal } from '../../src/application/ports/outbound/journal.ts';
import { compose } from '../../src/bootstrap/compose.ts';
import { readConfig } from '../../src/bootstrap/config.ts';
import { serveOnKoa } from '../../src/bootstrap/serve-on-koa.ts';
import { acceptsUri, storeModule } from '../../src/bootstrap/store.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';

export const keys = { key: 'key-of-acme', otherKey: 'key-of-zenith' };
export const API_KEYS = `acme:${keys.key},zenith:${keys.otherKey}`;

/** The service as the server composes it, inside this process, on a free port. */
export async function startLeadServer(
  env: Record<string, string> = {},
  client?: ConnectionOptions['client'],
  log?: Journal,
): Promise<LeadServer> {
  const config = await readConfig({ API_KEYS, LOG_LEVEL: 'silent', PORT: '0', ...env }, acceptsUri);
  const journal = log ?? new LineJournal(config.LOG_LEVEL, standardOutput());
  const warn = (message: string) => container.get(tokens.journal).warn(message);
  const container = await compose(config, { store: await storeModule(config, { warn, client }), journal });
  const server = await serveOnKoa(container, config);
  return {
    ...server,
    async drain() {
      await server.drain();
      await container.unbindAllAsync();
    },
  };
}
