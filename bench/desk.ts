import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { positive } from '../scripts/positive.ts';
import { MongoConnection } from '../src/adapters/outbound/mongodb/connection/connection.ts';
import {
  createIndexes,
  type IndexedCollection,
} from '../src/adapters/outbound/mongodb/connection/indexes.ts';
import { CONTACTS } from '../src/adapters/outbound/mongodb/stored-contact.ts';
import { DEALS } from '../src/adapters/outbound/mongodb/stored-deal.ts';
import { initialStatus } from '../src/domain/lead-status.ts';
import { AUDIT } from '../src/operators/adapters/outbound/mongodb/desk/stored-audit-entry.ts';
import {
  dealsOf,
  type StoredWork,
  storedWork,
} from '../src/operators/adapters/outbound/mongodb/leads/stored-work.ts';
import { indexed } from '../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { unbuiltIndexes } from '../src/operators/adapters/outbound/mongodb/store/standing-indexes.ts';
import { type BenchMongodb, startMongodb } from './database.ts';
import { measuredInFile } from './desk-file.ts';
import { deskOn, storeLeads } from './desk-mongodb.ts';
import { deskQueries } from './desk-queries.ts';
import { during } from './during.ts';
import { median, told } from './report.ts';

/**
 * `npm run bench -- desk`: how soon the desk's queries answer with a million leads, on MongoDB and in a file, what indexes
 * cost a lead there, and for how long each query holds up the event loop here. Only a run without options rewrites
 * `results/desk.md`.
 */

const { values: given } = parseArgs({
  options: {
    store: { type: 'string', default: 'mongodb,file' },
    stored: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
  },
});
const stored = positive(given.stored);
const rounds = positive(given.rounds);
/** Leads inserted at once by a busy server. */
const ROUND_TRIP = 20;
const desksOwn = ['kind', 'owner-received', 'owner-status', 'given', 'changed'];
const measures = {
  mongodb: async () => during(await startMongodb(), measuredOnMongodb),
  file: () => measuredInFile(stored, rounds),
};
const reports: string[] = [];
for (const store of given.store.split(',')) {
  if (!Object.hasOwn(measures, store))
    throw new TypeError(`"${store}" is none of ${Object.keys(measures).join(', ')}`);
  reports.push(await measures[store as keyof typeof measures]());
}
const report = reports.join('\n\n');
console.log(report);
if (process.argv.length === 2) writeFileSync('bench/results/desk.md', `# The desk’s queries\n\n${report}\n`);

async function measuredOnMongodb(mongodb: BenchMongodb): Promise<string> {
  const uri = mongodb.freshDatabase();
  const db = mongodb.database(uri);
  const now = Date.now();
  const makeLead = await storeLeads(db, stored, now);
  await buildIndexes(db, indexed.contacts, indexed.deals, indexed.audit);
  console.error(`${stored} stored`);
  const connection = MongoConnection.forOperator(uri);
  const lines = await answers(db, await deskQueries(deskOn(connection), stored, now));
  await connection.close();
  const costs = await cost(mongodb, db, (number) => storedWork(makeLead(number).deal));
  return [told({ rounds, seconds: 0, mongodb: mongodb.version }), lines.join('\n'), costs].join('\n\n');
}

async function buildIndexes(db: Db, ...collections: readonly IndexedCollection[]): Promise<void> {
  for (const each of collections)
    await createIndexes(db, false, each.collection, await unbuiltIndexes(db, each));
}

/** Takes turns, so that no query finds the plan that its own last round left. */
async function answers(db: Db, queries: Awaited<ReturnType<typeof deskQueries>>): Promise<string[]> {
  const times = new Map(Object.keys(queries).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, ask] of Object.entries(queries)) {
      const began = performance.now();
      await ask();
      if (round > 0) times.get(name)?.push(performance.now() - began); // the first fills the caches
    }
  const lines = [
    `| of ${stored} leads | p50 ms | p95 ms | index | keys read | documents read |`,
    '|---|--:|--:|---|--:|--:|',
  ];
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
  const large = [CONTACTS, DEALS, AUDIT];
  const ns = { $in: large.map((name) => `${db.databaseName}.${name}`) };
  const commands = await db.collection('system.profile').find({ ns }).toArray();
  const indexes = (await Promise.all(large.map((name) => db.collection(name).indexes()))).flat();
  const names = new Map(
    indexes.map(({ name, key }) => [JSON.stringify(key), name === '_id_' ? '_id' : name]),
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

/** Of a lead, to mongod: with the desk's indexes and words, and in a copy without them. In turns. */
async function cost(
  mongodb: BenchMongodb,
  db: Db,
  makeDeal: (number: number) => StoredWork,
): Promise<string> {
  const bare = mongodb.database(mongodb.freshDatabase());
  await dealsOf(db)
    .aggregate([
      {
        $set: {
          said: {
            $filter: { input: '$said', cond: { $in: [{ $substrCP: ['$$this', 0, 2] }, ['e:', 'd:']] } },
          },
        },
      },
      { $out: { db: bare.databaseName, coll: DEALS } },
    ])
    .toArray();
  await buildIndexes(bare, indexed.deals);
  for (const name of desksOwn) await dealsOf(bare).dropIndex(name);
  const kinds = { with: [] as number[], without: [] as number[] };
  let number = stored;
  for (let round = 0; round < 5; round += 1)
    for (const [kind, costs] of Object.entries(kinds)) {
      const deals = sequence(number, number + 10_000)
        .map(makeDeal)
        .map((deal) => ({ ...deal, status: initialStatus, owner: undefined, changedAt: undefined }));
      number += deals.length;
      const words = kind === 'with';
      const own = deals.map((deal) =>
        words ? deal : { ...deal, said: deal.said?.filter((key) => /^[ed]:/.test(key)) },
      );
      await mongodb.settle();
      const before = mongodb.cpu();
      for (let n = 0; n < own.length; n += ROUND_TRIP)
        await insert(words ? db : bare, own.slice(n, n + ROUND_TRIP));
      await mongodb.settle();
      costs.push((mongodb.cpu() - before) / own.length);
    }
  const [dear, cheap] = [median(kinds.with), median(kinds.without)];
  const space = async (of: Db): Promise<number> => {
    const { totalIndexSize, count } = await of.command({ collStats: DEALS });
    return totalIndexSize / count;
  };
  return `Keeping a lead's deal costs mongod ${dear.toFixed(0)} µs with the desk's indexes and ${cheap.toFixed(0)} µs without them, in batches of ${ROUND_TRIP}; its share of the indexes is ${(await space(db)).toFixed(0)} bytes with them and ${(await space(bare)).toFixed(0)} without.`;
}

async function insert(db: Db, deals: readonly StoredWork[]): Promise<void> {
  await dealsOf(db).insertMany(deals, { ordered: false, ignoreUndefined: true });
}

function sequence(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}
