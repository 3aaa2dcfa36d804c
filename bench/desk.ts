import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { positive } from '../scripts/positive.ts';
import { writeSection } from '../scripts/section.ts';
import { MongoConnection } from '../src/adapters/outbound/mongodb/connection.ts';
import { ensureIndexes } from '../src/adapters/outbound/mongodb/indexes.ts';
import { MongoAuditLog } from '../src/adapters/outbound/mongodb/mongo-audit-log.ts';
import { MongoBackOffice } from '../src/adapters/outbound/mongodb/mongo-back-office.ts';
import { MongoVendors } from '../src/adapters/outbound/mongodb/mongo-vendors.ts';
import { DEALS, dealsOf, type StoredDeal } from '../src/adapters/outbound/mongodb/stored-deal.ts';
import { clock, randomBytes, sha256 } from '../src/adapters/outbound/runtime/runtime.ts';
import { makeOperatorUseCases } from '../src/application/operator.ts';
import type { LeadListQuery } from '../src/application/ports/inbound/operator.ts';
import { openAccount } from '../src/domain/vendor.ts';
import { type BenchMongodb, startMongodb } from './database.ts';
import { DAY_MS, makeDeals, owners, vendorIds } from './desk-deals.ts';
import { median, told } from './report.ts';

/**
 * `npm run bench:desk`: how soon the desk's queries answer with a million leads, and what its indexes cost a lead. Only a
 * run without options rewrites the page.
 */

const { values: given } = parseArgs({
  options: { stored: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '20' } },
});
const stored = positive(given.stored);
const rounds = positive(given.rounds);
const PAGE = 50;
const BATCH = 2_000;
/** Leads inserted at once by a busy server. */
const ROUND_TRIP = 20;

await using mongodb = await startMongodb();
const report = await measured(mongodb);
console.log(report);
if (process.argv.length === 2) writeSection('docs/performance.md', 'desk', report);

async function measured(mongodb: BenchMongodb): Promise<string> {
  const uri = mongodb.freshDatabase();
  const db = mongodb.database(uri);
  const now = Date.now();
  const makeDeal = makeDeals(stored, now);
  for (let done = 0; done < stored; done += BATCH)
    await insert(db, sequence(done, Math.min(done + BATCH, stored)).map(makeDeal));
  await ensureIndexes(db, false, [DEALS]);
  console.error(`${stored} stored`);
  const connection = MongoConnection.forOperator(uri);
  const lines = await answers(connection, db, now);
  await connection.close();
  const costs = await cost(mongodb, db, makeDeal);
  return [told({ rounds, seconds: 0, mongodb: mongodb.version }), lines.join('\n'), costs].join('\n\n');
}

/** Takes turns, so that no query finds the plan that its own last round left. */
async function answers(connection: MongoConnection, db: Db, now: number): Promise<string[]> {
  const vendors = new MongoVendors(connection);
  for (const id of vendorIds) await vendors.add(openAccount(id, `Vendor ${id}`, new Date(now)));
  const operator = makeOperatorUseCases({
    vendors,
    backOffice: new MongoBackOffice(connection),
    audit: new MongoAuditLog(connection),
    ...{ clock, randomBytes, digest: sha256, keyKind: 'test' },
  });
  const list = (query: Partial<LeadListQuery>) => operator.listLeads({ newest: true, limit: PAGE, ...query });
  const before = async (n: number) =>
    (await dealsOf(db).find().sort({ receivedAt: -1, _id: -1 }).skip(n).next()) as StoredDeal;
  const known = await before(Math.floor(stored / 3));
  const [owner, lastOwner] = [owners[0], owners.at(-1)];
  const [largest, smallest] = [vendorIds[0], vendorIds.at(-1)];
  const place = ({ receivedAt, _id: id }: StoredDeal) => ({ receivedAt, id });
  const far = place(await before(Math.floor(stored / 2)));
  const ago = (days: number) => new Date(now - days * DAY_MS);
  const queries: Record<string, () => Promise<unknown>> = {
    'the newest': () => list({}),
    'the newest, a page in their midst': () => list({ before: far }),
    'of a status: In Progress': () => list({ status: 'In Progress' }),
    'of a status: Won, a page in their midst': () => list({ status: 'Won', before: far }),
    open: () => list({ open: true }),
    'open, a page in their midst': () => list({ open: true, before: far }),
    'of the largest vendor': () => list({ vendor: largest }),
    'of the smallest vendor, open': () => list({ vendor: smallest, open: true }),
    'of a type: sales': () => list({ dealType: 'sales' }),
    'of a rare type': () => list({ dealType: 'lift' }),
    'of a type that nobody sends': () => list({ dealType: 'commercial' }),
    mine: () => list({ owner }),
    'mine, open': () => list({ owner: lastOwner, open: true }),
    'mine, of somebody who has none': () => list({ owner: 'Nobody Yet' }),
    'nobody’s': () => list({ owner: null }),
    'nobody’s, open, a page in their midst': () => list({ owner: null, open: true, before: far }),
    'received since a week ago': () => list({ since: ago(7) }),
    'received until a year ago': () => list({ until: ago(365) }),
    'open, waiting for three days': () => list({ open: true, waiting: 3 * DAY_MS }),
    'open, waiting for two years': () => list({ open: true, waiting: 730 * DAY_MS }),
    'Quoted, sales, of a vendor, nobody’s': () =>
      list({ status: 'Quoted', dealType: 'sales', vendor: vendorIds[5], owner: null }),
    'a phone': () => list({ text: known.customer?.phone ?? '' }),
    'an email': () => list({ text: known.customer?.email ?? '' }),
    'a lead’s id': () => list({ text: known._id }),
    'the vendor’s own id': () => list({ text: known.externalId ?? '' }),
    'a name: mar': () => list({ text: 'mar' }),
    'a name: s': () => list({ text: 's' }),
    'a name: s, a page in their midst': () => list({ text: 's', before: far }),
    'a name: jennifer garcia': () => list({ text: 'jennifer garcia' }),
    'a name: анна ив': () => list({ text: 'анна ив' }),
    'a rare name: feather': () => list({ text: 'feather' }),
    'a rare name: kwame feather': () => list({ text: 'kwame feather' }),
    'a name that nobody has': () => list({ text: 'xyz' }),
    'a name among the open ones: wil': () => list({ text: 'wil', open: true }),
    'how many were received since yesterday': () =>
      operator.reportLeads({ since: ago(1), until: new Date() }),
    'a report of the last 31 days': () => operator.reportLeads({ since: ago(31), until: new Date() }),
    'each vendor’s last lead': () => operator.vendorActivity(),
    'the leads of a contact': () => list({ contact: known.contactId }),
    'one lead': () => operator.showLead({ leadId: known._id }),
  };
  const times = new Map(Object.keys(queries).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, ask] of Object.entries(queries)) {
      const began = performance.now();
      await ask();
      if (round > 0) times.get(name)?.push(performance.now() - began); // the first fills the caches
    }
  const lines = ['| | p50 ms | p95 ms | index | keys read | leads read |', '|---|--:|--:|---|--:|--:|'];
  for (const [name, ask] of Object.entries(queries)) {
    const sorted = (times.get(name) ?? []).toSorted((a, b) => a - b);
    const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
    const plan = await planOf(db, ask);
    lines.push(`| ${[name, median(sorted).toFixed(0), p95.toFixed(0), plan].join(' | ')} |`);
  }
  return lines;
}

/** What MongoDB did for it. Throws if it read a whole collection. */
async function planOf(db: Db, ask: () => Promise<unknown>): Promise<string> {
  await db.command({ profile: 0 });
  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  await ask();
  await db.command({ profile: 0 });
  const profiled = db.collection('system.profile').find({ ns: `${db.databaseName}.${DEALS}` });
  const commands = await profiled.toArray();
  const names = new Map(
    (await dealsOf(db).indexes()).map(({ name, key }) => [
      JSON.stringify(key),
      name === '_id_' ? '_id' : name,
    ]),
  );
  const used = new Set<string>();
  for (const { planSummary } of commands) {
    if (/COLLSCAN/.test(planSummary)) throw new Error('a collection was scanned');
    for (const [, key = ''] of String(planSummary).matchAll(
      /(?:IXSCAN|COUNT_SCAN|DISTINCT_SCAN) (\{.*?\})/g,
    )) {
      const fields = JSON.stringify(
        Object.fromEntries(
          [...key.matchAll(/([\w.]+): (-?1)/g)].map(([, field, way]) => [field, Number(way)]),
        ),
      );
      used.add(names.get(fields) ?? key);
    }
    if (/IDHACK/.test(planSummary)) used.add('_id');
  }
  const sum = (of: string) => commands.reduce((total, command) => total + (command[of] ?? 0), 0);
  return [[...used].join(', '), sum('keysExamined'), sum('docsExamined')].join(' | ');
}

const desksOwn = ['status-received', 'owner-received', 'type-received', 'external'];

/** Of a lead, to mongod: with the desk's indexes and words, and in a copy without them. In turns. */
async function cost(
  mongodb: BenchMongodb,
  db: Db,
  makeDeal: (number: number) => StoredDeal,
): Promise<string> {
  const bare = mongodb.database(mongodb.freshDatabase());
  await dealsOf(db)
    .aggregate([
      {
        $set: {
          said: { $filter: { input: '$said', cond: { $ne: [{ $substrCP: ['$$this', 0, 2] }, 'n:'] } } },
        },
      },
      { $out: { db: bare.databaseName, coll: DEALS } },
    ])
    .toArray();
  await ensureIndexes(bare, false, [DEALS]);
  for (const name of desksOwn) await dealsOf(bare).dropIndex(name);
  const kinds = { with: [] as number[], without: [] as number[] };
  let number = stored;
  for (let round = 0; round < 5; round += 1)
    for (const [kind, costs] of Object.entries(kinds)) {
      const deals = sequence(number, number + 10_000).map(makeDeal);
      number += deals.length;
      const words = kind === 'with';
      const own = deals.map((deal) =>
        words ? deal : { ...deal, said: deal.said?.filter((key) => !key.startsWith('n:')) },
      );
      await mongodb.settle();
      const before = mongodb.cpu();
      for (let n = 0; n < own.length; n += ROUND_TRIP)
        await insert(words ? db : bare, own.slice(n, n + ROUND_TRIP));
      await mongodb.settle();
      costs.push((mongodb.cpu() - before) / own.length);
    }
  const [dear, cheap] = [median(kinds.with), median(kinds.without)];
  const space = async (of: Db) => (await of.command({ collStats: DEALS })).totalIndexSize / stored;
  return `Keeping a lead's deal costs mongod ${dear.toFixed(0)} µs with the desk's indexes and ${cheap.toFixed(0)} µs without them, in batches of ${ROUND_TRIP}; its share of the indexes is ${(await space(db)).toFixed(0)} bytes with them and ${(await space(bare)).toFixed(0)} without.`;
}

async function insert(db: Db, deals: readonly StoredDeal[]): Promise<void> {
  await dealsOf(db).insertMany(deals, { ordered: false, ignoreUndefined: true });
}

const sequence = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, n) => from + n);
