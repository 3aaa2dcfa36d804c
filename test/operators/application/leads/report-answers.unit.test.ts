import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { makeReportLeads } from '../../../../src/operators/application/leads/report.ts';
import { AnswerGoal } from '../../../../src/operators/domain/work/answer-goal.ts';
import { DeskHours, parseWeekHours } from '../../../../src/operators/domain/work/desk-hours.ts';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../support/time-zone.ts';

const by = 'grace';
const usual = 'Mo-Fr 08:00-20:00, Sa 09:00-17:00';

/** A business in UTC that wants to answer within the hour. Times are of January 2026; the 2nd is a Friday. */
function business(hours?: string) {
  const zone = zoneOf('UTC');
  const answerGoal = new AnswerGoal(
    minutes(60),
    hours ? new DeskHours(parseWeekHours(hours), zone) : undefined,
  );
  const parts = inMemoryOperator(zone, { answerGoal });
  const { operator, time } = parts;
  const at = (text: string) => {
    time.now = Date.parse(`2026-01-${text}Z`);
  };
  const known = parts.addPeople('Ana', 'Ben');
  return {
    ...parts,
    at,
    async receive(id: string, when: string, vendorId = 'ven_1') {
      at(when);
      await known;
      await parts.submit(id, { vendorId, draft: { email: `${id}@example.com` } });
    },
    reach: (leadId: string, when: string) => {
      at(when);
      return operator.noteLead({ leadId, kind: 'reached', by });
    },
    move: (
      leadId: string,
      to: 'Quoted' | 'Won' | 'Lost' | 'In Progress',
      when: string,
      lostReason?: string,
    ) => {
      at(when);
      return operator.moveLead({ leadId, to, reason: 'so', lostReason, by });
    },
    report: () =>
      operator.reportLeads({ since: new Date('2026-01-01T00:00Z'), until: new Date('2026-02-01T00:00Z') }),
    ownersNamed: async (groups: readonly { readonly owner?: string | undefined }[]) => {
      const people = await operator.namePeople();
      return groups.map(({ owner }) => people.find(({ id }) => id === owner)?.name);
    },
    answerOf: async (leadId: string) => (await operator.showLead({ leadId, by })).answer,
    unanswered: async () => {
      const { leads } = await operator.listLeads({ unanswered: true, limit: 99 });
      return leads.map(({ id, answer }) => `${id}${answer?.isLate ? ' late' : ''}`);
    },
  };
}

describe('how soon customers are answered', () => {
  it('is the time that half of the answers, and nine of ten, did not exceed: a few slow ones do not hide it', async () => {
    const { receive, reach, report } = business();
    const took = [1, 2, 3, 4, 5, 6, 7, 8, 9, 50];
    for (const [n, minute] of took.entries()) {
      await receive(`lead-${n}`, '02T10:00');
      await reach(`lead-${n}`, `02T10:${String(minute).padStart(2, '0')}`);
    }
    await receive('slow', '02T10:00');
    await reach('slow', '20T10:00');
    const { total } = await report();
    expect(total).toMatchObject({ answered: 11, median: minutes(6), p90: minutes(50), inTime: 10 / 11 });
    expect(Object.keys(total).filter((name) => /mean|average/i.test(name))).toEqual([]);
  });

  it('is told by vendor, type and owner, with what still waits and how much of it is late', async () => {
    const { receive, reach, report, operator, ownersNamed } = business();
    await receive('a', '02T10:00');
    await reach('a', '02T10:30');
    await receive('b', '02T10:00', 'ven_2');
    await operator.assignLead({ leadId: 'b', to: 'Ana', by });
    await reach('b', '02T12:00');
    await receive('c', '02T10:00', 'ven_2');
    await operator.assignLead({ leadId: 'c', to: 'Ana', by });
    await receive('d', '02T11:30');
    const { total, vendors, types, owners, rows } = await report(); // at 11:30
    expect(total).toMatchObject({
      answered: 2,
      unanswered: 2,
      late: 1,
      median: minutes(30),
      p90: minutes(120),
    });
    const told = (group: object) => JSON.parse(JSON.stringify(group));
    const [one, two] = [
      { answered: 1, unanswered: 1, late: 0, median: minutes(30), inTime: 1 },
      { answered: 1, unanswered: 1, late: 1, median: minutes(120), inTime: 0 },
    ];
    expect(told(vendors)).toMatchObject([
      { vendorId: 'ven_1', ...one },
      { vendorId: 'ven_2', ...two },
    ]);
    expect(told(owners)).toMatchObject([one, two]);
    expect(await ownersNamed(owners)).toEqual([undefined, 'Ana']);
    expect(told(types)).toMatchObject([{ dealType: 'sales', answered: 2, inTime: 1 / 3 }]);
    expect(told(rows)).toMatchObject([
      { vendorId: 'ven_1', dealType: 'sales', ...one },
      { vendorId: 'ven_2', dealType: 'sales', ...two },
    ]);
  });

  it('has nobody who only waits among those answered in time, and nobody twice', async () => {
    const { receive, report } = business();
    await receive('late', '02T10:00');
    await receive('new', '02T12:00');
    expect((await report()).total).toMatchObject({
      ...{ answered: 0, unanswered: 2, late: 1, median: undefined, p90: undefined, inTime: 0 },
    });
  });
});

describe('what others got wrong', () => {
  it('the first answer of a lead that is reopened stays what it was; its customer waits anew', async () => {
    const { receive, move, reach, report, unanswered, answerOf, operator, at } = business();
    await receive('listed', '02T09:00');
    await operator.moveLeads({ moves: [{ id: 'listed', to: 'Won' }], imported: true, by }).then(drained);
    await receive('a', '02T10:00');
    await move('a', 'Lost', '02T10:20');
    await move('a', 'In Progress', '12T10:00');
    await receive('b', '12T10:10');
    at('12T11:05');
    expect(await unanswered()).toEqual(['a late', 'b']);
    expect((await report()).total).toMatchObject({
      ...{ received: 3, answered: 0, unanswered: 2, unknown: 1 },
      ...{ late: 1, median: minutes(20), inTime: 1 },
    });
    const { total, rows, vendors, types, owners } = await report();
    for (const group of [total, ...rows, ...vendors, ...types, ...owners])
      expect(group.answered + group.unanswered + group.unknown, 'it adds up').toBe(group.received);
    await reach('a', '12T11:30');
    expect((await report()).total).toMatchObject({ answered: 1, median: minutes(20), unanswered: 1 });
    expect(await answerOf('a')).toMatchObject({ since: new Date('2026-01-12T10:00Z'), isLate: true });
  });

  it('a lead that was assigned, looked at, called in vain, noted or exported is not answered by that', async () => {
    const { receive, operator, report, unanswered, at } = business();
    await receive('a', '02T10:00');
    at('02T10:05');
    await operator.assignLead({ leadId: 'a', to: 'Ana', by });
    await operator.assignLeads({ leads: [{ id: 'a' }], to: 'Ben', by }).then(drained);
    await operator.showLead({ leadId: 'a', by });
    for (const kind of ['note', 'called', 'no-answer'] as const)
      await operator.noteLead({ leadId: 'a', kind, text: 'x', by });
    await operator.exportLeads({ by }).then(drained);
    await operator.followUp({ leadId: 'a', at: new Date('2026-01-03T10:00Z'), by });
    expect(await unanswered()).toEqual(['a']);
    expect((await report()).total).toMatchObject({ answered: 0, unanswered: 1, median: undefined });
  });

  it('the time is counted from receipt, not from when it was assigned, and to whoever has the lead now', async () => {
    const { receive, operator, reach, report, at, ownersNamed } = business();
    await receive('a', '02T10:00');
    at('02T10:50');
    await operator.assignLead({ leadId: 'a', to: 'Ana', by });
    await reach('a', '02T11:10');
    const { owners } = await report();
    expect(owners).toMatchObject([{ median: minutes(70), inTime: 0 }]);
    expect(await ownersNamed(owners)).toEqual(['Ana']);
  });

  it('a list that is handed back says nothing of answers: such leads are neither answered nor waiting', async () => {
    const { receive, operator, report, unanswered, answerOf } = business();
    await receive('a', '02T10:00');
    await receive('b', '02T10:00');
    await operator.moveLeads({ moves: [{ id: 'a', to: 'Lost' }], imported: true, by }).then(drained);
    expect(await unanswered()).toEqual(['b']);
    const { total } = await report();
    expect([total.unknown, total.answered, total.unanswered]).toEqual([1, 0, 1]);
    expect(await answerOf('a')).toBeUndefined();
  });

  it('one that turns out to be spam was answered by nobody; one that is too expensive was', async () => {
    const { receive, move, report } = business();
    for (const id of ['a', 'b']) await receive(id, '02T10:00');
    await move('a', 'Lost', '02T10:30', 'spam');
    await move('b', 'Lost', '02T10:30', 'price');
    const { total } = await report();
    expect([total.unknown, total.answered, total.unanswered]).toEqual([1, 1, 0]);
  });

  it('a lead that came on a day without hours is as fast as its first minute on Monday', async () => {
    const { receive, reach, report, answerOf } = business(usual);
    await receive('a', '03T18:00'); // a Saturday evening
    await reach('a', '05T08:10');
    expect(await answerOf('a')).toMatchObject({
      elapsed: minutes(10),
      byClock: minutes(38 * 60 + 10),
      due: new Date('2026-01-05T09:00Z'),
      isLate: false,
    });
    expect((await report()).total).toMatchObject({ median: minutes(10), inTime: 1 });
  });

  it('one that waits over a night is late only once its hours are over, wherever it is asked', async () => {
    const { receive, report, unanswered, answerOf, at } = business(usual);
    await receive('a', '02T19:30');
    for (const [when, isLate] of [
      ['03T08:59', false],
      ['03T09:30', false], // a Saturday begins at nine
      ['03T09:30:00.001', true],
    ] as const) {
      at(when);
      expect([when, await unanswered()]).toEqual([when, [isLate ? 'a late' : 'a']]);
      expect([when, (await answerOf('a'))?.isLate, (await report()).total.late]).toEqual([
        ...[when, isLate, isLate ? 1 : 0],
      ]);
    }
  });

  it('what is late is decided when it is read: other hours, another goal, and the past is seen by them', async () => {
    const first = business();
    await first.receive('a', '03T18:00');
    await first.reach('a', '05T08:10');
    const zone = zoneOf('UTC');
    const goals = [
      [new AnswerGoal(minutes(60)), true],
      [new AnswerGoal(minutes(60), new DeskHours(parseWeekHours(usual), zone)), false],
      [new AnswerGoal(minutes(5), new DeskHours(parseWeekHours(usual), zone)), true],
    ] as const;
    const { deal } = await first.operator.showLead({ leadId: 'a', by });
    for (const [goal, isLate] of goals) expect(goal.answerOf(deal, new Date())?.isLate).toBe(isLate);
  });
});

async function drained(groups: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of groups);
}

it('a report says how many promises whoever takes care of the leads has kept, and missed: also those that still stand', async () => {
  const { operator, receive, reach, at } = business();
  for (const [n, id] of ['kept', 'late', 'stands', 'stands still', 'ahead'].entries()) {
    const leadId = id.replace(' ', '-');
    await receive(leadId, `05T08:0${n}`);
    await operator.assignLead({ leadId, to: id === 'ahead' ? 'Ben' : 'Ana', by });
    const day = id === 'ahead' ? '20T10:00' : '06T10:00';
    await operator.followUp({ leadId, at: new Date(`2026-01-${day}Z`), by });
  }
  await reach('kept', '06T12:00');
  await reach('late', '08T12:00');
  at('09T12:00');
  await operator.followUp({ leadId: 'ahead', at: undefined, by }); // ended in time
  const span = { since: new Date('2026-01-01T00:00Z'), until: new Date('2026-02-01T00:00Z') };
  const { owners, total } = await operator.reportLeads(span);
  expect(owners.map(({ promisesKept, promisesMissed }) => [promisesKept, promisesMissed]).toSorted()).toEqual(
    [
      [1, 0],
      [1, 3],
    ],
  );
  expect([total.promisesKept, total.promisesMissed]).toEqual([2, 3]);
});

it('reports that many ask for at once are counted two by two, and of a crowd some are to ask again', async () => {
  const { ports, submit, time } = inMemoryOperator();
  await submit('lead-1');
  let [now, most] = [0, 0];
  const tally: typeof ports.report.tally = async (span) => {
    now += 1;
    most = Math.max(most, now);
    const tallied = await ports.report.tally(span);
    now -= 1;
    return tallied;
  };
  const reportLeads = makeReportLeads({ ...ports, report: { tally } });
  const span = { since: new Date(0), until: new Date(time.now + 1) };
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => reportLeads(span)));
  const done = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value.total.received : [],
  );
  expect({ done, most }).toEqual({ done: Array(20).fill(1), most: 2 });
  for (const answer of answers.slice(20))
    expect(answer).toMatchObject({ reason: expect.any(StoreUnavailable) });
  expect((await reportLeads(span)).total.received).toBe(1);
});
