import { styleText } from 'node:util';

/** What the greeting says of the settings. */
interface Settings {
  readonly APP_ENV: string;
  readonly API_KEYS?: unknown;
  readonly MONGODB_URI?: string | undefined;
}

interface Started {
  readonly version: string;
  readonly url: string;
  /** Absent if the page was not built in. */
  readonly docsUrl: string | undefined;
  readonly metricsUrl: string | undefined;
  readonly config: Settings;
  /** The name of the database; absent if leads are kept in memory. */
  readonly database: string | undefined;
  /** A key made for this run only. Only such a key is printed, never a configured one. */
  readonly freshKey: string | undefined;
}

/** The lines printed at startup: where the service runs, where it keeps leads, and a command that sends a lead. */
export function greeting({ version, url, docsUrl, metricsUrl, config, database, freshKey }: Started): string {
  const base = `${url}/v1`;
  const store = database
    ? `MongoDB, database ${database}`
    : 'in memory: lost when this process ends (set MONGODB_URI to keep leads)';
  const lead =
    '{"first_name":"Ada","email":"ada@example.com","deal_type":"sales","vendor_name":"Acme","lead_notes":"Call after 5 pm."}';
  return [
    `${bold('Partner lead service')} ${version} (${config.APP_ENV})`,
    `  Serving   ${cyan(base)}`,
    ...(docsUrl ? [`  Docs      ${cyan(docsUrl)}`] : []),
    `  Leads     ${store}`,
    ...(metricsUrl ? [`  Metrics   ${metricsUrl}`] : []),
    `  API key   ${freshKey ? `${bold(freshKey)} (for this run only)` : keySource(config)}`,
    '',
    freshKey ? 'Send a lead:' : 'Send a lead (set API_KEY to your key first):',
    `  curl -s ${base}/lead -H "x-api-key: ${freshKey ?? '$API_KEY'}" -H 'Content-Type: application/json' \\`,
    `    -d '${lead}'`,
    'Then read its status:',
    `  curl -s ${base}/lead/LEAD_ID -H "x-api-key: ${freshKey ?? '$API_KEY'}"`,
    '',
  ].join('\n');
}

/** How to run the command line: a built server may have neither the sources nor npm's scripts beside it. */
const leads = import.meta.filename.endsWith('.ts') ? 'npm run -s leads --' : 'node dist/bootstrap/leads.js';

function keySource({ API_KEYS, MONGODB_URI }: Settings): string {
  const issued = MONGODB_URI && `issue one: ${leads} vendor add NAME, then key issue NAME`;
  return [API_KEYS && 'one of API_KEYS', issued].filter(Boolean).join(', or ');
}

/** Only if the stream is a terminal that supports colours. */
const styled = (format: 'bold' | 'cyan') => (text: string) =>
  styleText(format, text, { stream: process.stdout });
const bold = styled('bold');
const cyan = styled('cyan');
