import { readFileSync, writeFileSync } from 'node:fs';
import { LineJournal } from '../src/adapters/outbound/telemetry/line-journal.ts';
import { compose } from '../src/bootstrap/compose.ts';
import { inMemoryModule } from '../src/bootstrap/modules/in-memory.ts';
import { readConfig } from '../src/bootstrap/read-config.ts';
import { tokens } from '../src/bootstrap/tokens.ts';
import { version } from '../src/bootstrap/version.ts';
import { describe, describeForClients } from '../src/operators/adapters/inbound/operators-api/document.ts';
import { withSection } from './section.ts';

/** The API description as the service itself returns it, formatted for reading: `docs/openapi.json`, and the one for generators. */
export async function openApiText(name = 'openapi.json'): Promise<string> {
  const config = await readConfig({}, () => true);
  const parts = { store: inMemoryModule(), journal: new LineJournal('silent') };
  const container = await compose(config, parts);
  const api = container.get(tokens.httpApi);
  const { body } = await api.handle({
    method: 'GET',
    path: `/v1/${name}`,
    header: () => undefined,
    body: async () => new Uint8Array(),
  });
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

/** The same of the operators' JSON interface: `docs/operators-openapi.json`. */
export const operatorsOpenApiText = async (): Promise<string> =>
  `${JSON.stringify(await describe(version), null, 2)}\n`;

export const operatorsClientsText = async (): Promise<string> =>
  `${JSON.stringify(await describeForClients(version), null, 2)}\n`;

interface LeadSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<
    Record<string, { readonly maxLength?: number; readonly description: string }>
  >;
}

/** The page for vendors with the table of the lead's fields, as the API description has them. */
export function withFields(page: string, openApi: string): string {
  const { required, properties }: LeadSchema = JSON.parse(openApi).components.schemas.Lead;
  const rows = Object.entries(properties).map(([name, { maxLength = '', description }]) => {
    const field = required.includes(name) ? `**\`${name}\`**` : `\`${name}\``;
    return `| ${field} | ${maxLength} | ${description} |`;
  });
  return withSection(page, 'fields', ['| Field | Longest | |', '|---|--:|---|', ...rows].join('\n'));
}

if (import.meta.main) {
  const openApi = await openApiText();
  writeFileSync('docs/openapi.json', openApi);
  writeFileSync('docs/openapi-clients.json', await openApiText('openapi-clients.json'));
  writeFileSync('docs/operators-openapi.json', await operatorsOpenApiText());
  writeFileSync('docs/operators-openapi-clients.json', await operatorsClientsText());
  writeFileSync('docs/integrate.md', withFields(readFileSync('docs/integrate.md', 'utf8'), openApi));
}
