import { describe, expect, it } from 'vitest';
import { openDeal } from '../../../../src/domain/deal.ts';
import type { LeadStatus } from '../../../../src/domain/lead-status.ts';
import type { ActivityKind } from '../../../../src/operators/domain/work/activity.ts';
import { clockOf, isUnanswered } from '../../../../src/operators/domain/work/answer.ts';
import { type Move, moveDeal } from '../../../../src/operators/domain/work/move-deal.ts';
import { noteDeal, withNote } from '../../../../src/operators/domain/work/note-deal.ts';
import { undoMoves } from '../../../../src/operators/domain/work/undo-moves.ts';
import {
  forgetCustomer,
  untouched,
  type WorkedDeal,
  withChange,
} from '../../../../src/operators/domain/work/worked-deal.ts';
import { leadOf } from '../../../../suites/samples.ts';

const hour = (n: number): Date => new Date(Date.UTC(2026, 2, 1, n));
const by = 'grace';

type Step = (deal: WorkedDeal, at: Date) => WorkedDeal;

/** A lead of the first hour, after what was done with it hour by hour. */
function leadAfter(...steps: readonly Step[]): WorkedDeal {
  const known = { id: 'L1', contactId: 'C1', vendorId: 'V1', receivedAt: hour(0), idempotency: undefined };
  return steps.reduce((deal, step, n) => step(deal, hour(n + 1)), untouched(openDeal(leadOf({}), known)));
}

const moved =
  (to: LeadStatus, more: Partial<Move> = {}) =>
  (deal: WorkedDeal, at: Date) =>
    withChange(deal, moveDeal(deal, to, { at, by, reason: 'because', ...more }));
const imported = (to: LeadStatus) => moved(to, { imported: true });
const noted =
  (kind: ActivityKind, text: string | undefined = 'x') =>
  (deal: WorkedDeal, at: Date) =>
    withChange(deal, noteDeal(deal, { kind, text, at, by }));
const undone =
  (n: number) =>
  (deal: WorkedDeal, at: Date): WorkedDeal =>
    withChange(deal, undoMoves(deal, { at: [hour(n)], by }, at));
describe('the first answer', () => {
  const answeredAt = (...steps: readonly Step[]) => leadAfter(...steps).answeredAt;

  it('is the first time that somebody reached or wrote to the customer, and no other attempt or note', () => {
    expect(answeredAt(noted('note'), noted('called'), noted('no-answer'))).toBeUndefined();
    expect(answeredAt(noted('called'), noted('reached'), noted('wrote'))).toEqual(hour(2));
    expect(answeredAt(noted('wrote'), moved('Quoted'))).toEqual(hour(1));
  });

  it('is nothing that happens to a lead whose customer was erased, and nobody waits for it anew', () => {
    const lead = leadAfter(forgetCustomer, moved('Won'), moved('In Progress'));
    expect([lead.status, lead.answeredAt, lead.reopened]).toEqual(['In Progress', undefined, undefined]);
  });

  it.each(['Quoted', 'Evaluation Scheduled', 'Won', 'Lost'] as const)('is a move to %s', (status) => {
    expect(answeredAt(noted('note'), moved(status), moved('In Progress'))).toEqual(hour(2));
  });

  it('is no move of a list that was handed back, and then what was done first', () => {
    expect(answeredAt(imported('Quoted'), moved('Won'))).toBeUndefined();
    expect(answeredAt(imported('Quoted'), noted('reached'))).toEqual(hour(2));
    expect(answeredAt(imported('Quoted'), moved('In Progress'), moved('Won'))).toEqual(hour(3));
  });

  it('goes with the move that is undone, unless something else was an answer', () => {
    expect(answeredAt(moved('Quoted'), undone(1))).toBeUndefined();
    expect(answeredAt(moved('Won'), undone(1))).toBeUndefined();
    expect(answeredAt(noted('reached'), moved('Quoted'), undone(2))).toEqual(hour(1));
    expect(answeredAt(moved('Quoted'), noted('note'), noted('wrote'), undone(1))).toEqual(hour(3));
    expect(answeredAt(moved('Quoted'), moved('Won'), undone(2))).toEqual(hour(1));
    const together = (deal: WorkedDeal, at: Date) => {
      const change = moveDeal(deal, 'Quoted', { at, by, reason: undefined });
      return withChange(deal, withNote(deal, change, { kind: 'wrote', text: undefined, at, by }));
    };
    expect(answeredAt(together, undone(1))).toEqual(hour(1));
  });
});

describe('who waits', () => {
  const clock = (...steps: readonly Step[]) => {
    const deal = leadAfter(...steps);
    return [clockOf(deal).since.getUTCHours(), clockOf(deal).answeredAt?.getUTCHours(), isUnanswered(deal)];
  };

  it('is the customer of a lead that nobody has answered and nobody has moved', () => {
    expect(clock()).toEqual([0, undefined, true]);
    expect(clock(noted('called'))).toEqual([0, undefined, true]);
    expect(clock(noted('reached'))).toEqual([0, 1, false]);
    expect(clock(imported('Quoted'))).toEqual([0, undefined, false]);
    expect(clock(moved('Quoted'), moved('In Progress'))).toEqual([0, 1, false]);
  });

  it('is the customer of a lead that was reopened, by a clock of its own', () => {
    const back = [moved('Won'), moved('In Progress')] as const;
    expect(clock(...back)).toEqual([2, undefined, true]);
    expect(leadAfter(...back).answeredAt).toEqual(hour(1));
    expect(clock(...back, noted('note'), noted('called'))).toEqual([2, undefined, true]);
    expect(clock(...back, noted('note'), noted('reached'))).toEqual([2, 4, false]);
    expect(clock(...back, moved('Lost'))).toEqual([2, 3, false]);
    expect(clock(...back, moved('Quoted'), undone(3))).toEqual([2, undefined, true]);
    expect(clock(...back, moved('Lost'), moved('In Progress'))).toEqual([4, undefined, true]);
    expect(clock(...back, imported('Lost'))).toEqual([2, undefined, false]);
    expect(leadAfter(...back, moved('Lost'), moved('In Progress')).answeredAt).toEqual(hour(1));
  });

  it('is nobody if it was reopened as Quoted, or reopening is undone', () => {
    expect(clock(moved('Won'), moved('Quoted'))).toEqual([0, 1, false]);
    expect(clock(moved('Won'), moved('In Progress'), undone(2))).toEqual([0, 1, false]);
    expect(leadAfter(moved('Won'), moved('In Progress'), undone(2))).toMatchObject({ status: 'Won' });
  });

  it('never knows the first answer of an imported lead from what happened after it was reopened', () => {
    const again = [imported('Won'), moved('In Progress'), noted('reached')] as const;
    expect(clock(...again)).toEqual([2, 3, false]);
    expect(leadAfter(...again).answeredAt).toBeUndefined();
  });

  it('is nobody by an undone move that is no answer: a lead goes back to what it was', () => {
    expect(clock(imported('Quoted'), moved('In Progress'), undone(2))).toEqual([0, undefined, false]);
    expect(leadAfter(moved('Won'), undone(1)).reopened).toBeUndefined();
  });
});

describe('what is written down', () => {
  it('keeps line breaks, without surrounding white space, and what every store can keep', () => {
    const { activities } = leadAfter(noted('note', ' a\r\nb\rc \0\ud800 '), noted('called', ' \u200b '));
    expect(activities.map(({ text }) => text)).toEqual(['a\nb\nc \ufffd\ufffd', undefined]);
  });

  it('needs a text if it is a note, and has 2,000 characters at most', () => {
    for (const text of [undefined, ' \u200b', 'x'.repeat(2001)])
      expect(() =>
        leadAfter((deal, at) => withChange(deal, noteDeal(deal, { kind: 'note', text, at, by }))),
      ).toThrow('1 to 2000 characters: this one has');
    expect(() => leadAfter(noted('reached', 'x'.repeat(2001)))).toThrow('this one has 2001');
    expect(leadAfter(noted('note', '😀'.repeat(2000))).activities[0]?.text).toHaveLength(4000);
  });
});

describe('a lost reason', () => {
  it('stands in the history, goes with Lost alone, and comes back with it', () => {
    const lost = leadAfter(moved('Lost', { lostReason: 'price' }));
    expect(lost.history.at(-1)).toMatchObject({ status: 'Lost', lostReason: 'price' });
    expect(() => leadAfter(moved('Won', { lostReason: 'price' }))).toThrow('Only a lead that becomes Lost');
    const back = leadAfter(moved('Lost', { lostReason: 'price' }), moved('In Progress'), undone(2));
    expect(back.history.at(-1)).toMatchObject({ status: 'Lost', lostReason: 'price', reason: 'undone' });
  });
});
