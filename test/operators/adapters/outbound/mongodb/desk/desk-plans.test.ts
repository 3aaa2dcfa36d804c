import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskOn, storeLeads } from '../../../../../../bench/desk-mongodb.ts';
import { deskQueries } from '../../../../../../bench/desk-queries.ts';
import { MongoConnection } from '../../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { forgetDeals } from '../../../../../../src/operators/adapters/outbound/mongodb/contacts/erase-contact.ts';
import { indexed } from '../../../../../../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { freshDatabase, noMongodb } from '../../../../../support/mongodb.ts';
import { sentCommands } from '../../../../../support/sent-commands.ts';

/** Many enough for a scan of all to stand out. */
const LEADS = 6_000;
/** What one command may read: some times of what a page shows, or for a report a few weeks. */
const READ = 1_000;

/** They sort what they found: a customer's few leads, or those with a word. */
const sorts = /^(a|an) |lead’s id|own id|contact|^one lead$/;
const isReport = /^a report/;
/** Lists of some dozens at most, all of which are wanted. */
const small = new Set(['vendors', 'refusals', 'people']);

let connection: MongoConnection;
let queries: Awaited<ReturnType<typeof deskQueries>>;
let sent: Document[];

describe.skipIf(noMongodb)('what the desk asks', () => {
  beforeAll(async () => {
    connection = MongoConnection.forOperator(freshDatabase(), { client: { monitorCommands: true } });
    const now = Date.now();
    await connection.ensureIndexes(
      indexed.contacts,
      indexed.deals,
      indexed.audit,
      indexed.vendors,
      indexed.refusals,
    );
    await connection.use((db) => storeLeads(db, LEADS, now));
    queries = await deskQueries(deskOn(connection), LEADS, now);
    sent = sentCommands(connection, ['find', 'aggregate', 'distinct']);
  }, 60_000);
  afterAll(async () => {
    await connection.use((db) => db.dropDatabase());
    await connection.close();
  });

  it('is answered by an index, in its order, without reading more than it has to', async () => {
    const wrong: string[] = [];
    for (const [name, ask] of Object.entries(queries)) {
      sent.length = 0;
      await ask();
      expect(sent, name).not.toEqual([]);
      for (const command of [...sent]) {
        const { stages, read } = await explained(command);
        const { collection } = targetOf(command);
        if (small.has(collection)) continue;
        if (stages.has('COLLSCAN')) wrong.push(`${name}: scans ${collection}`);
        if (stages.has('SORT') && !sorts.test(name)) wrong.push(`${name}: sorts what it found`);
        if (read > READ) wrong.push(`${name}: reads ${read}`);
        if (isReport.test(name) && stages.has('FETCH') && read > 1)
          wrong.push(`${name}: reads the leads themselves`);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('passes over erased customers by an index alone', async () => {
    await connection.use((db) => forgetDeals(db, { status: 'Quoted' }, new Date()));
    sent.length = 0;
    await queries['the day of a salesperson']?.();
    const finds = sent.filter((each) => /\["Quoted"\].*"owner":\{"\$in":\[null/.test(JSON.stringify(each)));
    expect(await Promise.all(finds.map(async (each) => (await explained(each)).docs))).toEqual([0]);
  });
});

function targetOf({ find, aggregate, distinct }: Document): { collection: string } {
  return { collection: find ?? aggregate ?? distinct };
}

/** The stages of the plan, and how many keys or documents, and documents alone, it reads; of several, the most. */
async function explained(command: Document): Promise<{ stages: Set<string>; read: number; docs: number }> {
  const { lsid, $clusterTime, $db, txnNumber, maxTimeMS, readConcern, ...asked } = command;
  const explain = { explain: asked, verbosity: 'executionStats' };
  const told = await connection.use((db) => db.command(explain));
  const parts: Document[] = [];
  JSON.stringify(told, (_, value) => {
    if (value?.queryPlanner && value.executionStats) parts.push(value);
    return value;
  });
  const text = JSON.stringify(parts.map(({ queryPlanner }) => queryPlanner.winningPlan));
  const read = parts.flatMap(({ executionStats }) => [
    executionStats.totalKeysExamined,
    executionStats.totalDocsExamined,
  ]);
  const docs = parts.map(({ executionStats }) => executionStats.totalDocsExamined);
  return {
    docs: Math.max(...docs),
    stages: new Set([...text.matchAll(/"stage":"([A-Z_]+)"/g)].map(([, stage]) => stage ?? '')),
    read: Math.max(...read),
  };
}
