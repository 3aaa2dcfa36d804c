import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { positive } from '../scripts/positive.ts';
import { writeSection } from '../scripts/section.ts';
import { ensureIndexes } from '../src/adapters/outbound/mongodb/connection/indexes.ts';
import { CONTACTS } from '../src/adapters/outbound/mongodb/contacts/stored-contact.ts';
import { DEALS, dealsOf, type StoredDeal } from '../src/adapters/outbound/mongodb/leads/stored-deal.ts';
import { initialStatus } from '../src/domain/lead-status.ts';
import { startMongodb } from './database.ts';
import { storeLeads } from './desk-queries.ts';
import { median, told } from './report.ts';

/** `npm run bench -- indexes`: the space that each index takes for a lead, and what it costs mongod to keep one. Only a run without options rewrites the page. */

const { values: given } = parseArgs({
  options: { stored: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '5' } },
});
const stored = positive(given.stored);
const rounds = positive(given.rounds);
const BATCH = 20; // what a busy server inserts at once
const INSERTED = 20_000;

await using mongodb = await startMongodb();
const db = mongodb.database(mongodb.freshDatabase());
await ensureIndexes(db, false, [CONTACTS, DEALS]);
const makeLead = await storeLeads(db, stored, Date.now());
await mongodb.settle();
const space = (await Promise.all([CONTACTS, DEALS].map((name) => sizes(db, name)))).flat();

let number = stored;
const kinds = ['contact', 'said', 'received', 'vendor-received', 'kind-received'];
const withoutKeys = { vehicles: /^v:/, names: /^n:/ };
const all: number[] = [];
const saved = new Map<string, number[]>();
for (let round = 0; round < rounds; round += 1) {
  const before = await cost();
  all.push(before);
  for (const kind of kinds) {
    await dealsOf(db).dropIndex(kind);
    note(`${DEALS}: ${kind}`, before - (await cost()));
    await ensureIndexes(db, false, [DEALS]);
  }
  for (const [what, key] of Object.entries(withoutKeys))
    note(what, before - (await cost((said) => !key.test(said))));
}
const rows = space.map(([what, bytes]) => {
  const costs = saved.get(what);
  return `| ${[what, bytes.toFixed(0), costs ? median(costs).toFixed(0) : ''].join(' | ')} |`;
});
for (const what of Object.keys(withoutKeys))
  rows.push(`| of it, ${what} | | ${median(saved.get(what) ?? []).toFixed(0)} |`);
const report = [
  told({ rounds, seconds: 0, mongodb: mongodb.version }),
  [`| with ${stored} leads | bytes each | µs of ${median(all).toFixed(0)} |`, '|---|--:|--:|', ...rows].join(
    '\n',
  ),
].join('\n\n');
console.log(report);
if (process.argv.length === 2) writeSection('docs/scale.md', 'indexes', report);

function note(kind: string, less: number): void {
  saved.set(kind, [...(saved.get(kind) ?? []), less]);
}

/** Microseconds of a new lead's deal, with its share of the checkpoint. */
async function cost(isKept: (said: string) => boolean = () => true): Promise<number> {
  const deals: StoredDeal[] = Array.from({ length: INSERTED }, () => {
    number += 1;
    const { deal } = makeLead(number);
    const fresh = { status: initialStatus, owner: undefined, answeredAt: undefined, lostReason: undefined };
    return { ...deal, ...fresh, followUpAt: undefined, said: deal.said?.filter(isKept) };
  });
  await mongodb.settle();
  const before = mongodb.cpu();
  for (let n = 0; n < deals.length; n += BATCH)
    await dealsOf(db).insertMany(deals.slice(n, n + BATCH), { ordered: false, ignoreUndefined: true });
  await mongodb.settle();
  return (mongodb.cpu() - before) / deals.length;
}

/** Bytes for each document, on disk and in each index. */
async function sizes(of: Db, name: string): Promise<[string, number][]> {
  const { count, storageSize, indexSizes } = await of.command({ collStats: name });
  return Object.entries<number>({ documents: storageSize, ...indexSizes }).map(([index, bytes]) => [
    `${name}: ${index}`,
    bytes / count,
  ]);
}
