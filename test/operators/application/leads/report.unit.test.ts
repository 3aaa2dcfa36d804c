import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { makeReportLeads } from '../../../../src/operators/application/leads/report.ts';
import { DAY_MS } from '../../../../src/operators/domain/day.ts';
import { AnswerGoal } from '../../../../src/operators/domain/work/answer-goal.ts';
import { dealOf } from '../../../../suites/samples.ts';
import { addDeal } from '../../../support/added-leads.ts';
import { inMemory, storeInFile } from '../../../support/sqlite-file.ts';
import { zoneOf } from '../../../support/time-zone.ts';

const [since, until] = [new Date('2026-01-01T00:00Z'), new Date('2026-02-01T00:00Z')];

/** A business with leads on these days of January. */
async function withLeadsOn(...days: readonly string[]) {
  const { crm, people, backOffice } = storeInFile(inMemory());
  for (const [n, day] of days.entries())
    await addDeal(
      crm,
      dealOf({}, { id: `lead-${n}`, contactId: 'ada', receivedAt: new Date(`2026-01-${day}T10:00Z`) }),
    );
  const { leads, report } = backOffice;
  const others = { timeZone: zoneOf('UTC'), answerGoal: new AnswerGoal(1) };
  return { crm, leads, people, report, clock: () => until, ...others };
}

it('a store that fails while an earlier part is waited for fails the report, and is told once', async () => {
  const { report, ...ports } = await withLeadsOn('02', '20');
  const reportLeads = makeReportLeads({
    ...ports,
    report: {
      async tally(span) {
        if (span.since > new Date('2026-01-03T00:00Z')) throw new StoreUnavailable('away');
        for (let n = 0; n < 3; n += 1) await turn();
        return report.tally(span);
      },
    },
  });
  await expect(reportLeads({ since, until })).rejects.toThrow(StoreUnavailable);
});

it('days with many leads are asked for alone, and days with few together', async () => {
  const { report, ...ports } = await withLeadsOn('01', '31');
  const asked: number[] = [];
  let many = 0;
  const reportLeads = makeReportLeads({
    ...ports,
    report: {
      async tally(span) {
        asked.push(Math.ceil((span.until.getTime() - span.since.getTime()) / DAY_MS));
        const [tally, ...others] = await report.tally(span);
        const [lead] = tally?.leads ?? [];
        return tally && lead ? [{ ...tally, leads: Array(1 + many).fill(lead) }, ...others] : others;
      },
    },
  });
  await reportLeads({ since, until });
  expect(asked).toEqual([1, 1, 2, 4, 7, 7, 7, 2]);
  many = 10_000;
  asked.length = 0;
  await reportLeads({ since, until });
  expect(asked).toEqual([1, 1, 1, 2, 4, 7, 7, 7, 1]);
});

it('a group without leads in the span is left out, also if the store has it from other hours of the day', async () => {
  const { crm, ...ports } = await withLeadsOn('02', '03');
  const other = {
    id: 'other',
    contactId: 'ada',
    receivedAt: new Date('2026-01-02T09:00Z'),
    vendorId: 'ven_2',
  };
  await addDeal(crm, dealOf({}, other));
  const reportLeads = makeReportLeads(ports);
  const vendorsSince = async (hour: string) => {
    const { vendors } = await reportLeads({ since: new Date(`2026-01-02T${hour}:00Z`), until });
    return vendors.map(({ vendorId }) => vendorId);
  };
  expect(await vendorsSince('08')).toEqual(['ven_2', 'vendor-1']);
  expect(await vendorsSince('10')).toEqual(['vendor-1']);
});
