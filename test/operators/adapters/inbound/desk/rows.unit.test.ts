import { expect, it } from 'vitest';
import { html } from '../../../../../src/operators/adapters/inbound/desk/html.ts';
import { filterAsked } from '../../../../../src/operators/adapters/inbound/desk/pages/inbox-filters.ts';
import { leadTable } from '../../../../../src/operators/adapters/inbound/desk/pages/lead-list.ts';
import { linked } from '../../../../../src/operators/adapters/inbound/desk/pages/report-table.ts';
import { answerWords } from '../../../../../src/operators/adapters/inbound/presentation/answers.ts';
import { AnswerGoal } from '../../../../../src/operators/domain/work/answer-goal.ts';
import { inMemoryOperator, minutes } from '../../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

it.each([
  ['a follow-up after the answer is due', 50, 60 * 24, '10 min</b> <span>left'],
  ['a follow-up before it', 50, 5, '5 min</b> <span>due at 00:05'],
  ['a lead that is late, since it was due', 63, 60 * 24, '3 min</b> <span>late'],
])('the one time of a row is what comes first: %s', async (_, ago, followUp, mark) => {
  const { operator, submit, time } = inMemoryOperator();
  const now = new Date(time.now);
  time.now -= minutes(ago);
  await submit('a');
  await operator.followUp({ leadId: 'a', at: new Date(now.getTime() + minutes(followUp)), by: 'Grace' });
  time.now = now.getTime();
  const { leads } = await operator.listLeads({ limit: 9 });
  const table = leadTable(leads, {
    now,
    zone: zoneOf('UTC'),
    me: 'per_1',
    people: [],
    reasons: [],
  });
  expect(table.textWith(() => html``)).toContain(`<b>${mark}</span>`);
});

it('a number of the report leads to its leads, if there are any', () => {
  const shown = [2, 0].map((count) =>
    linked(count, { vendor: 'ven_1', status: 'late' }).textWith(() => html``),
  );
  expect(shown).toEqual([
    expect.stringMatching(/href="\/\?vendor=ven_1&[^"]*status=late"[^>]*>2</),
    expect.stringMatching(/^<span[^>]*>0</),
  ]);
});

it('the form’s Days waiting are of open leads, unless it says a status', () => {
  const asked = (query: string) => filterAsked(new URLSearchParams(query));
  expect(asked('status=&waiting=3')).toEqual({ status: 'open', order: 'oldest', waiting: '3' });
  expect(asked('status=Won&waiting=3')).toEqual({ status: 'Won', waiting: '3' });
  expect(asked('waiting=3'), 'the status was taken away').toEqual({ waiting: '3' });
});

it('a wait counts the minutes that have passed, as an age does', () => {
  const since = new Date(0);
  const waits = (ms: number) => {
    const deal = { status: 'In Progress', customer: { firstName: 'Ada' }, receivedAt: since } as const;
    const answer = new AnswerGoal(minutes(60)).answerOf(deal as never, new Date(ms));
    return answer && answerWords(answer)[0];
  };
  expect([waits(59_999), waits(minutes(24) + 59_999), waits(minutes(25 * 60) + minutes(59))]).toEqual([
    'Unanswered for 59 s, late after',
    'Unanswered for 24 min, late after',
    'Unanswered for 25 h, late since',
  ]);
});
