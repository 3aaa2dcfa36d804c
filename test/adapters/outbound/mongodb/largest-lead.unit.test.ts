import { BSON } from 'mongodb';
import { expect, it } from 'vitest';
import { storedDeal } from '../../../../src/adapters/outbound/mongodb/stored-deal.ts';
import { MAX_ACTIVITIES } from '../../../../src/operators/domain/work/activity.ts';
import { MAX_MOVES, moveDeal } from '../../../../src/operators/domain/work/move-deal.ts';
import { noteDeal } from '../../../../src/operators/domain/work/note-deal.ts';
import { undoMoves } from '../../../../src/operators/domain/work/undo-moves.ts';
import { type DealChange, withChange } from '../../../../src/operators/domain/work/worked-deal.ts';
import { dealOf } from '../../../../suites/samples.ts';

/** Four bytes in UTF-8, and one character. */
const longest = (count: number) => '😀'.repeat(count);
const author = { by: longest(100), byId: `per_${'0'.repeat(32)}` };
const at = (n: number) => new Date(Date.UTC(2026, 0) + n);

it('the largest lead fits into a record, and what would make it larger is refused in words', () => {
  let deal = dealOf(
    { firstName: 'Ada', email: 'ada@example.com', notes: longest(50_000) },
    { contactId: 'contact-1' },
  );
  const change = (decided: DealChange | undefined) => {
    deal = withChange(deal, decided);
  };
  const note = { kind: 'note', text: longest(2_000), at: at(0), ...author } as const;
  const move = (n: number) =>
    moveDeal(deal, n % 2 ? 'Quoted' : 'In Progress', { reason: longest(2_000), at: at(n), ...author });
  for (let n = 0; n < MAX_ACTIVITIES; n += 1) change(noteDeal(deal, note));
  for (let n = 1; n <= MAX_MOVES; n += 1) change(move(n));

  const full = (what: string) => ({ reason: 'lead-full', message: expect.stringContaining(what) });
  expect(() => noteDeal(deal, note)).toThrow(expect.objectContaining(full('1000 notes')));
  expect(() => move(MAX_MOVES + 1)).toThrow(expect.objectContaining(full('500 moves')));
  const last = { ...author, at: [at(MAX_MOVES)] };
  expect(() => undoMoves(deal, last, at(1_000))).toThrow(expect.objectContaining(full('500 moves')));
  expect(move(MAX_MOVES)).toBeUndefined(); // it has this status already
  expect(BSON.calculateObjectSize(storedDeal(deal))).toBeLessThan(15 * 1024 * 1024); // MongoDB takes 16
});
