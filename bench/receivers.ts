import { writeSection } from '../scripts/section.ts';
import { MongoConnection } from '../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoCrm } from '../src/adapters/outbound/mongodb/leads/mongo-crm.ts';
import { MongoHooks } from '../src/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { openHook } from '../src/domain/hook.ts';
import { leadReceived } from '../src/domain/lead-event.ts';
import { dealOf } from '../src/testing/samples.ts';
import { type Endless, startEndlessReceiver } from '../test/support/endless-receiver.ts';
import { startMongodb } from './database.ts';
import { load } from './load.ts';
import { startReceiver } from './receiver-process.ts';
import { told } from './report.ts';
import { API_KEY, statusOf } from './requests.ts';
import { startServer } from './server-process.ts';

/** `npm run bench -- receivers`: what other vendors feel of a receiver that never ends its answers. Rewrites the page, but not with `--once`. */

const ROUNDS = process.argv.includes('--once') ? 1 : 6;
const SECONDS = 4;
/** Events for the receiver in a second, each of which is tried again after 5 seconds. */
const EVENTS = 20;

await using answering = await startReceiver();

const interim: Endless = { repeated: 'HTTP/1.1 102 A\r\n\r\n' };
const chunks: Endless = {
  opening: 'HTTP/1.1 500 A\r\nTransfer-Encoding: chunked\r\n\r\n',
  repeated: '1\r\na\r\n',
};
const handshake: Endless = { repeated: '\x16\x03\x03\0\x04\0\0\0\0' };
const started = await Promise.all([interim, chunks, handshake].map(startEndlessReceiver));
const [endless = 0, small = 0, hellos = 0] = started.map(({ port }) => port);

const kinds = [
  ['no webhook', undefined],
  ['one that answers', answering.url],
  ['one with interim responses without end', `http://127.0.0.1:${endless}/`],
  ['one with small chunks without end', `http://127.0.0.1:${small}/`],
  ['one with TLS’s requests to say hello without end', `https://127.0.0.1:${hellos}/`],
] as const;

await using mongodb = await startMongodb();
const rows: { kind: string; p50: number; p99: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1)
  for (const [kind, url] of kinds) rows.push({ kind, ...(await beside(url)) });

/** Status reads of another vendor, from 2 connections. */
async function beside(url: string | undefined) {
  const uri = mongodb.freshDatabase();
  const connection = new MongoConnection(uri);
  const crm = new MongoCrm(connection);
  const hook = openHook({ id: 'hook_1', url: url ?? '', vendorId: undefined, created: new Date() });
  if (url) await new MongoHooks(connection).add(hook);
  const lead = dealOf({}, { contactId: 'contact-1', vendorId: 'static:bench' });
  await crm.addDeal(lead);
  await using server = await startServer('src/bootstrap/server.ts', {
    API_KEYS: `bench:${API_KEY}`,
    LOG_LEVEL: 'silent',
    MONGODB_URI: uri,
  });
  const add = () => {
    const deal = dealOf({}, { contactId: 'contact-1', receivedAt: new Date() });
    crm.addDeal(deal, url ? [{ event: leadReceived(deal), hooks: [hook.id] }] : []).catch(() => {}); // the end came first
  };
  const adding = setInterval(add, 1_000 / EVENTS);
  const reading = { url: server.url, connections: 2, next: statusOf([lead.id]) };
  await load({ ...reading, seconds: 2 });
  const { p50, p99 } = await load({ ...reading, seconds: SECONDS });
  clearInterval(adding);
  await connection.close();
  return { p50, p99 };
}

/** Of the quietest round: what else the machine does only ever adds. */
const figure = (kind: string, of: 'p50' | 'p99') =>
  Math.min(...rows.filter((row) => row.kind === kind).map((row) => row[of]));
const [[undisturbed]] = kinds;
const cell = (kind: string, of: 'p50' | 'p99') =>
  `${figure(kind, of).toFixed(1)} (${(figure(kind, of) / figure(undisturbed, of)).toFixed(2)})`;
const report = [
  told({ rounds: ROUNDS, seconds: SECONDS, mongodb: mongodb.version }).replace('medians', 'the quietest'),
  '',
  `| a status read, beside a webhook with ${EVENTS} events a second | p50 ms | p99 ms |`,
  '|---|--:|--:|',
  ...kinds.map(([kind]) => `| ${kind} | ${cell(kind, 'p50')} | ${cell(kind, 'p99')} |`),
].join('\n');
console.log(report);
if (ROUNDS > 1) writeSection('docs/performance.md', 'receivers', report);
for (const { close } of started) await close();
