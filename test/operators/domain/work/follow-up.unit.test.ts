import { describe, expect, it } from 'vitest';
import { openDeal } from '../../../../src/domain/deal.ts';
import type { LeadStatus } from '../../../../src/domain/lead-status.ts';
import type { ActivityKind } from '../../../../src/operators/domain/work/activity.ts';
import { type Acting, followUpDeal } from '../../../../src/operators/domain/work/follow-up.ts';
import { moveDeal } from '../../../../src/operators/domain/work/move-deal.ts';
import { type Noting, noteDeal, withNote } from '../../../../src/operators/domain/work/note-deal.ts';
import { undoMoves } from '../../../../src/operators/domain/work/undo-moves.ts';
import {
  forgetCustomer,
  untouched,
  type WorkedDeal,
  withChange,
} from '../../../../src/operators/domain/work/worked-deal.ts';
import { leadOf } from '../../../../suites/samples.ts';

const hour = (n: number): Date => new Date(Date.UTC(2026, 2, 1, n));
const grace = { by: 'Grace', byId: 'per_grace' };
const ada = { by: 'Ada', byId: 'per_ada' };

type Who = Partial<Acting>;
type Step = (deal: WorkedDeal, at: Date) => WorkedDeal;

/** A lead of the first hour, after what was done with it hour by hour. */
function leadAfter(...steps: readonly Step[]): WorkedDeal {
  const known = { id: 'L1', contactId: 'C1', vendorId: 'V1', receivedAt: hour(0), idempotency: undefined };
  return steps.reduce((deal, step, n) => step(deal, hour(n + 1)), untouched(openDeal(leadOf({}), known)));
}

const promise =
  (to: Date | null, who: Who = grace, text?: string): Step =>
  (deal, at) =>
    withChange(deal, followUpDeal(deal, { to, text }, { ...grace, ...who, at }));
const noted =
  (kind: ActivityKind, more: Partial<Noting> = {}): Step =>
  (deal, at) =>
    withChange(deal, noteDeal(deal, { kind, text: 'x', at, ...grace, ...more }));
const moved =
  (to: LeadStatus, who: Who = grace): Step =>
  (deal, at) =>
    withChange(deal, moveDeal(deal, to, { ...grace, ...who, at, reason: 'because' }));
const owned =
  (owner: string): Step =>
  (deal) => ({ ...deal, owner });
const undone =
  (n: number): Step =>
  (deal, at) =>
    withChange(deal, undoMoves(deal, { at: [hour(n)], ...grace }, at));

const at = (...steps: readonly Step[]) => leadAfter(...steps).followUp?.at;
const refusal = expect.objectContaining({
  reason: 'follow-up-of-other',
  message: expect.stringContaining('Grace'),
});

describe('a follow-up', () => {
  it('says who promised it and what for, and each change of it stands in the timeline', () => {
    const deal = leadAfter(promise(hour(9), grace, ' Call. '), promise(hour(8)), promise(null));
    const [set, then] = [hour(9), hour(8)].map((time) => ({ at: time, text: 'Call.', ...grace }));
    expect(deal.followUp).toBeUndefined();
    expect(deal.activities.map(({ kind, by, followUp }) => [kind, by, followUp])).toEqual([
      ['follow-up', 'Grace', { from: undefined, to: set }],
      ['follow-up', 'Grace', { from: set, to: then }],
      ['follow-up', 'Grace', { from: then, to: undefined }],
    ]);
  });

  it('ends with an answer to the customer or with the lead, and with nothing else', () => {
    for (const kind of ['note', 'called', 'no-answer'] as const)
      expect([kind, at(promise(hour(9)), noted(kind))]).toEqual([kind, hour(9)]);
    for (const kind of ['reached', 'wrote'] as const)
      expect([kind, at(promise(hour(9)), noted(kind))]).toEqual([kind, undefined]);
    expect(at(promise(hour(9)), moved('Quoted'))).toEqual(hour(9));
    for (const status of ['Won', 'Lost'] as const)
      expect([status, at(promise(hour(9)), moved(status))]).toEqual([status, undefined]);
  });

  it('is moved, set or ended together with what was done, in one entry', () => {
    const deal = leadAfter(promise(hour(9)), noted('no-answer', { next: hour(20), text: 'Mailbox.' }));
    expect(deal.followUp).toEqual({ at: hour(20), text: 'Mailbox.', ...grace });
    expect(deal.activities.at(-1)).toMatchObject({ kind: 'no-answer', followUp: { from: { at: hour(9) } } });
    expect(at(noted('reached', { next: hour(20) }))).toEqual(hour(20));
    expect(at(promise(hour(9)), noted('note', { next: null }))).toBeUndefined();
    expect(at(promise(hour(9)), noted('reached', { next: null }))).toBeUndefined();
    const alone = leadAfter(noted('note', { next: hour(20), text: ' ' }));
    expect(alone.activities).toMatchObject([{ kind: 'follow-up', followUp: { to: { at: hour(20) } } }]);
    expect(leadAfter(noted('note', { next: null })).activities.at(-1)?.followUp).toBeUndefined();
  });

  it('that ends with a move and a note in one is told once', () => {
    const both: Step = (deal, time) => {
      const move = moveDeal(deal, 'Won', { at: time, ...grace, reason: undefined });
      return withChange(deal, withNote(deal, move, { kind: 'wrote', text: 'Signed.', at: time, ...grace }));
    };
    const { activities, followUp } = leadAfter(promise(hour(9)), both);
    expect([followUp, activities.length]).toEqual([undefined, 2]);
    expect(activities[1]).toMatchObject({
      kind: 'wrote',
      followUp: { from: { at: hour(9) }, to: undefined },
    });
  });

  it('of somebody else is neither ended nor replaced, unless one says so', () => {
    const hers = promise(hour(9));
    for (const change of [promise(null, ada), promise(hour(8), ada), moved('Lost', ada)])
      expect(() => leadAfter(hers, change)).toThrow(refusal);
    expect(() => leadAfter(hers, noted('no-answer', { ...ada, next: hour(8) }))).toThrow(refusal);
    expect(at(hers, noted('reached', ada))).toEqual(hour(9));
    expect(at(hers, moved('Quoted', ada))).toEqual(hour(9));
    const sure = { ...ada, endFollowUp: true };
    expect(at(hers, promise(null, sure))).toBeUndefined();
    expect(at(hers, moved('Lost', sure))).toBeUndefined();
    expect(leadAfter(hers, promise(hour(8), sure)).followUp).toEqual({ at: hour(8), ...ada });
  });

  it('is the owner’s to end, too, by each of their ids, and anybody’s if nobody is known', () => {
    expect(at(promise(hour(9)), owned('per_ada'), promise(null, ada))).toBeUndefined();
    const linked = { ...ada, byId: 'per_new', ids: ['per_new', 'per_ada'] };
    expect(at(promise(hour(9)), owned('per_ada'), moved('Lost', linked))).toBeUndefined();
    const of020: Step = (deal) => ({ ...deal, followUp: { at: hour(9) } });
    expect(at(of020, promise(null, ada))).toBeUndefined();
    expect(() => leadAfter(of020, owned('per_grace'), promise(null, ada))).toThrow('The owner of the lead');
  });

  it('is there again once the move that ended it is undone, as it was', () => {
    const back = leadAfter(promise(hour(9), ada, 'Call.'), owned('per_grace'), moved('Won'), undone(3));
    expect(back.followUp).toEqual({ at: hour(9), text: 'Call.', ...ada });
    expect(back.activities.at(-1)).toMatchObject({ kind: 'follow-up', followUp: { to: { at: hour(9) } } });
    const ended = leadAfter(moved('Won'), moved('In Progress'), promise(hour(9)), undone(2));
    expect([ended.status, ended.followUp]).toEqual(['Won', undefined]);
    const erased = leadAfter(promise(hour(9)), moved('Won'), forgetCustomer, undone(2));
    expect(erased.followUp).toBeUndefined();
    const under020: Step = (deal) => ({
      ...deal,
      status: 'Lost',
      history: [
        ...deal.history,
        { status: 'Lost', at: hour(1), ...grace, reason: undefined, followUpAt: hour(9) },
      ],
    });
    expect(leadAfter(under020, undone(1)).followUp).toEqual({ at: hour(9) });
  });

  it('is refused for a lead that has ended, for a time that is past, and if it is not what was seen', () => {
    const [open, won] = [leadAfter(promise(hour(9))), leadAfter(moved('Won'))];
    const reasonOf = (deal: WorkedDeal, to: Date | null, seen?: Date | null) => {
      const followUpAt = seen === undefined ? undefined : { followUpAt: seen };
      try {
        return followUpDeal(deal, { to }, { at: hour(2), ...grace, seenFollowUp: followUpAt })?.followUp;
      } catch (error) {
        return (error as { reason: string }).reason;
      }
    };
    const ended = leadAfter(promise(hour(9)), promise(null));
    const stale = { at: hour(3), ...ada, seenFollowUp: { followUpAt: hour(9) } };
    expect(() => followUpDeal(ended, { to: hour(8) }, stale)).toThrow('was ended by Grace.');
    expect(reasonOf(won, hour(9))).toBe('lead-ended');
    expect(reasonOf(won, null)).toBeUndefined();
    expect(reasonOf(open, hour(2))).toBe('invalid-follow-up');
    expect(reasonOf(open, new Date(Number.NaN))).toBe('invalid-follow-up');
    expect(reasonOf(open, hour(3), null)).toBe('changed-meanwhile');
    expect(reasonOf(open, null, hour(8))).toBe('changed-meanwhile');
    expect(reasonOf(open, null, hour(9))).toBeNull();
    expect(reasonOf(open, hour(8), hour(8))).toBe('changed-meanwhile'); // what was asked is not what is stored
    expect(reasonOf(open, hour(9))).toBeUndefined();
  });

  it('of a lead with a thousand entries can still be ended', () => {
    const full = leadAfter(promise(hour(20)), (deal) => ({
      ...deal,
      activities: Array.from({ length: 1_000 }, () => deal.activities[0] as WorkedDeal['activities'][0]),
    }));
    expect(
      withChange(full, followUpDeal(full, { to: null }, { at: hour(3), ...grace })).followUp,
    ).toBeUndefined();
  });
});
