import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshFile } from '../../../support/sqlite-file.ts';

it('a long answer is taken in many turns of the event loop, also if it was kept waiting', async () => {
  const { file, close } = freshFile();
  await file.write(() => {});
  let [turns, first, last, isOver] = [0, 0, 0, false];
  const counting = (async () => {
    for (; !isOver; turns += 1) await turn();
  })();
  const from = ({ n }: { readonly n: number }) => {
    if (n === 1) first = turns;
    last = turns;
    if (n === 1) for (const end = performance.now() + 200; performance.now() < end; ); // all rows could be there by then
    return n;
  };
  const all = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000) SELECT n FROM numbers`;
  expect(await file.list(all, [], from)).toHaveLength(20_000);
  isOver = true;
  await counting;
  expect(last - first).toBeGreaterThanOrEqual(50);
  await close();
});
