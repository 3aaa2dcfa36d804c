import { expect, it } from 'vitest';
import { SideConnection } from '../../../../../src/adapters/outbound/sqlite/connection/side-connection.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { countTurns } from '../../../../support/count-turns.ts';
import { inMemoryOperator } from '../../../../support/in-memory-operator.ts';
import { freshFile, storeInFile } from '../../../../support/sqlite-file.ts';

it('a long answer is taken in many turns of the event loop, also if it was kept waiting', async () => {
  const { file, close } = freshFile();
  await file.write(() => {});
  const turns = countTurns();
  let [first, last] = [0, 0];
  const from = ({ n }: { readonly n: number }) => {
    if (n === 1) first = turns.passed;
    last = turns.passed;
    if (n === 1) keepBusy(200); // all rows could be there by then
    return n;
  };
  const all = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000) SELECT n FROM numbers`;
  expect(await file.list(all, [], from)).toHaveLength(20_000);
  await turns.end();
  expect(last - first).toBeGreaterThanOrEqual(50);
  await close();
});

it('each answer is taken in a turn of its own, also if it is there before the answer before it is dealt with', async () => {
  const { path, file, close } = freshFile();
  await file.write(() => {});
  const reader = new SideConnection(path);
  const turns = countTurns();
  const takenIn = new Set<number>();
  for (let asked = 0; asked < 20; asked += 1) {
    const answer = reader.all('SELECT 1', [], () => takenIn.add(turns.passed));
    keepBusy(10);
    await answer;
  }
  await turns.end();
  expect(takenIn.size).toBe(20);
  await reader.close();
  await close();
});

it('what waits too long for the answers before it is refused, and what is asked then is answered', async () => {
  const { path, file, close } = freshFile();
  await file.write(() => {});
  const reader = new SideConnection(path, 'ro', 0);
  const ask = () => reader.all('SELECT 1 AS n', [], ({ n }: { readonly n: number }) => n);
  const [first, ...others] = await Promise.allSettled([ask(), ask(), ask()]);
  expect(first).toEqual({ status: 'fulfilled', value: [1] });
  for (const each of others) expect(each).toMatchObject({ reason: expect.any(StoreUnavailable) });
  expect(await ask()).toEqual([1]);
  reader.close();
  await close();
});

it('an export that is taken slowly keeps nothing of the file: its log can be emptied between two parts', async () => {
  const { file, open, close } = freshFile();
  const { operator, submit } = inMemoryOperator(undefined, { store: storeInFile(file) });
  const ids = Array.from({ length: 250 }, (_, n) => `lead-${n}`);
  await Promise.all(ids.map((id) => submit(id)));
  const pages = await operator.exportWholeLeads({ by: 'grace' });
  const got: string[] = [];
  for await (const { leads } of pages) {
    got.push(...leads.map(({ id }) => id));
    const emptied = await open().read((db) => db.one('PRAGMA wal_checkpoint(TRUNCATE)'));
    expect(emptied).toEqual({ busy: 0, log: 0, checkpointed: 0 });
    await submit(`later-${got.length}`); // and is filled again
  }
  expect(got).toEqual(expect.arrayContaining(ids));
  await close();
});

it('a report has each lead once, also of many that were received at once', async () => {
  const { file, close } = freshFile();
  const { submit, time, ports } = inMemoryOperator(undefined, { store: storeInFile(file) });
  const some = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => submit(`lead-${from + n}`)));
  const span = () => ({ since: new Date(0), until: new Date(time.now + 1) });
  await some(0, 500);
  const tallied = async () => (await ports.report.tally(span())).flatMap(({ leads }) => leads).length;
  expect(await tallied()).toBe(500);
  await some(500, 600);
  time.now += 1;
  await some(1_100, 1);
  expect(await tallied()).toBe(1_101);
  await close();
});

function keepBusy(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}
