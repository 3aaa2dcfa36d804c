import { basename } from 'node:path';
import { styleText } from 'node:util';

/** The settings that the greeting shows. */
interface Settings {
  readonly APP_ENV: string;
  readonly API_KEYS?: unknown;
  readonly DESK_URL?: unknown;
}

interface Started {
  readonly version: string;
  /** The zone of the business, and the time there. */
  readonly timeZone: string;
  readonly url: string;
  /** Absent if the page is not part of the build. */
  readonly docsUrl: string | undefined;
  readonly metricsUrl: string | undefined;
  /** The operators' desk. `link` signs in once; it is made if nothing else can make one. */
  readonly desk?: { readonly url: string; readonly link: string | undefined } | undefined;
  readonly config: Settings;
  readonly store: {
    readonly name: string;
    readonly setting?: string | undefined;
    readonly durable: boolean;
  };
  /** A key that was just made: only such a key is printed, never a configured one. Else the name or id of a vendor. */
  readonly key:
    | { readonly freshKey: string; readonly lasts: boolean }
    | { readonly vendor: string }
    | undefined;
}

/**
 * Makes the lines printed at startup: where the service runs, where it keeps leads, and a command that sends a
 * lead.
 */
export function greeting({
  version,
  url,
  docsUrl,
  metricsUrl,
  desk,
  config,
  store,
  key,
  timeZone,
}: Started): string {
  const base = `${url}/v1`;
  const fresh = key && 'freshKey' in key ? key : undefined;
  const vendor = key && 'vendor' in key ? key.vendor : undefined;
  const remedy = store.setting ? ` (set ${store.setting} to keep leads)` : '';
  const place = store.durable ? store.name : `${store.name}: lost when this process ends${remedy}`;
  const lead =
    '{"first_name":"Ada","email":"ada@example.com","deal_type":"sales","vendor_name":"Acme","lead_notes":"Call after 5 pm."}';
  return [
    `${bold('Partner lead service')} ${version} (${config.APP_ENV})`,
    `  Serving   ${cyan(base)}`,
    ...(docsUrl ? [`  Docs      ${cyan(docsUrl)}`] : []),
    ...(desk ? [`  Desk      ${cyan(desk.link ?? desk.url)} (${signIn(desk, config, store)})`] : []),
    `  Leads     ${place}`,
    `  Clock     ${timeZone}`,
    ...(metricsUrl ? [`  Metrics   ${metricsUrl}`] : []),
    `  API key   ${fresh ? `${bold(fresh.freshKey)} (${fresh.lasts ? 'shown this once' : 'for this run only'})` : keySource(config, store, vendor)}`,
    '',
    fresh ? 'Send a lead:' : 'Send a lead (set API_KEY to your key first):',
    `  curl -s ${base}/lead -H "x-api-key: ${fresh?.freshKey ?? '$API_KEY'}" -H 'Content-Type: application/json' \\`,
    `    -d '${lead}'`,
    'Then read its status:',
    `  curl -s ${base}/lead/LEAD_ID -H "x-api-key: ${fresh?.freshKey ?? '$API_KEY'}"`,
    '',
  ].join('\n');
}

/** How to call the command line. A built server may have neither sources nor npm scripts beside it. */
function leadsOf({ setting = '' }: Started['store']): string {
  const { filename } = import.meta;
  const isShipped = shippedStores.has(setting) && !filename.includes('node_modules');
  if (isShipped && filename.endsWith('greeting.ts')) return 'npm run -s leads --';
  if (isShipped && filename.endsWith('greeting.js')) return 'node dist/bootstrap/leads.js';
  if (isShipped && basename(filename) === 'leads.mjs') return 'node leads.mjs';
  return 'on your command line,'; // of a store of one's own, or in another bundle
}

/** The settings that choose a shipped store. */
const shippedStores = new Set(['MONGODB_URI', 'DATA_FILE']);

/** The port of the desk for which the command line takes it, unless it is told another. */
const USUAL_PORT = '3001';

function signIn(
  { url, link }: NonNullable<Started['desk']>,
  { DESK_URL }: Settings,
  store: Started['store'],
): string {
  if (link) return `signs you in, once${store.durable ? ', within five minutes' : ''}`;
  const { port } = new URL(url);
  const there = DESK_URL || port === USUAL_PORT ? '' : `DESK_PORT=${port} `;
  return `for a link that signs you in: ${there}${leadsOf(store)} desk link --by NAME --role admin`;
}

function keySource({ API_KEYS }: Settings, store: Started['store'], vendor: string | undefined): string {
  const leads = leadsOf(store);
  const issue = vendor
    ? `that of ${vendor}; issue another: ${leads} key issue '${vendor}'`
    : `issue one: ${leads} vendor add NAME, then key issue NAME`;
  return [API_KEYS && 'one of API_KEYS', store.durable && issue].filter(Boolean).join(', or ');
}

/** Formats text if the stream is a terminal that supports colours. */
const styled = (format: 'bold' | 'cyan') => (text: string) =>
  styleText(format, text, { stream: process.stdout });
const bold = styled('bold');
const cyan = styled('cyan');
