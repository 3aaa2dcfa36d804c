import { writeFileSync } from 'node:fs';
import { LineJournal } from '../src/adapters/outbound/telemetry/line-journal.ts';
import { compose } from '../src/bootstrap/compose.ts';
import { readConfig } from '../src/bootstrap/config.ts';
import { tokens } from '../src/bootstrap/tokens.ts';

/** The API description as the service itself returns it, formatted for reading: `docs/openapi.json`. */
export async function openApiText(): Promise<string> {
  const container = await compose(readConfig({}), { journal: new LineJournal('silent') });
  const api = container.get(tokens.httpApi);
  const { body } = await api.handle({
    method: 'GET',
    path: '/v1/openapi.json',
    header: () => undefined,
    body: async () => new Uint8Array(),
  });
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

if (import.meta.main) writeFileSync('docs/openapi.json', await openApiText());
