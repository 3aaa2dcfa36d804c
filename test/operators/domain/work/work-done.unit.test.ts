import { expect, it } from 'vitest';
import type { LeadStatus } from '../../../../src/domain/lead-status.ts';
import type { Activity } from '../../../../src/operators/domain/work/activity.ts';
import { sumsOf, workDone } from '../../../../src/operators/domain/work/work-done.ts';
import { second } from '../../../../suites/operator-samples.ts';

const grace = { by: 'Grace', byId: 'per_g' };
const linus = { by: 'Linus', byId: 'per_l' };
const isGrace = ({ byId }: { readonly byId?: string | undefined }) => byId === 'per_g';

const received = { status: 'In Progress' as LeadStatus, at: second(0), by: 'key_1', reason: undefined };
const move = (n: number, status: LeadStatus, reason?: string, by = grace) => ({
  status,
  at: second(n),
  reason,
  ...by,
});
const act = (n: number, kind: Activity['kind'], more: Partial<Activity> = {}): Activity => ({
  ...{ kind, text: undefined, at: second(n) },
  ...grace,
  ...more,
});
const told = (deal: Parameters<typeof workDone>[0]) =>
  workDone(deal, isGrace).map(({ at, activity, moved }) =>
    [at.getUTCSeconds(), activity?.kind, moved?.status].filter((part) => part !== undefined).join(' '),
  );

it('what somebody did in one press is one: words and move together, the earliest first', () => {
  const deal = {
    history: [received, move(5, 'Quoted'), move(9, 'Lost', undefined, linus)],
    activities: [act(3, 'no-answer'), act(5, 'reached', { text: 'Wants it.' }), act(7, 'note', linus)],
  };
  expect(told(deal)).toEqual(['3 no-answer', '5 reached Quoted']);
});

it('what was struck or undone does not count', () => {
  const struck = { ...grace, at: second(8) };
  const deal = {
    history: [received, move(2, 'Quoted'), move(3, 'Won'), move(4, 'In Progress', 'undone'), move(6, 'Lost')],
    activities: [act(2, 'reached', { struck }), act(6, 'wrote')],
  };
  expect(told(deal)).toEqual(['6 wrote Lost']);
  const part = { history: [...deal.history.slice(0, 3), move(4, 'Quoted', 'undone')], activities: [] };
  expect(told(part)).toEqual(['2 Quoted']);
});

it('a call counts whether anybody answered or not', () => {
  const activities = [
    act(1, 'called'),
    act(2, 'no-answer'),
    act(3, 'reached'),
    act(4, 'note'),
    act(5, 'follow-up'),
  ];
  const sums = sumsOf(workDone({ history: [received, move(6, 'Won')], activities }, isGrace));
  expect(sums).toEqual({ calls: 3, reached: 1, wrote: 0, notes: 1, moved: new Map([['Won', 1]]) });
});
