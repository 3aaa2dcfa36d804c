import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { makeReportLeads } from '../../../../src/operators/application/leads/report.ts';
import { AnswerGoal } from '../../../../src/operators/domain/work/answer-goal.ts';
import { dealOf } from '../../../../src/testing/samples.ts';
import { inMemory, storeInFile } from '../../../support/sqlite-file.ts';
import { zoneOf } from '../../../support/time-zone.ts';

it('a store that fails while an earlier part is waited for fails the report, and is told once', async () => {
  const { crm, people, backOffice } = storeInFile(inMemory());
  const { leads, report } = backOffice;
  const [since, until] = [new Date('2026-01-01T00:00Z'), new Date('2026-02-01T00:00Z')];
  for (const [n, day] of ['02', '20'].entries())
    await crm.addDeal(
      dealOf({}, { id: `lead-${n}`, contactId: 'ada', receivedAt: new Date(`2026-01-${day}T10:00Z`) }),
    );
  const reportLeads = makeReportLeads({
    ...{ leads, people, clock: () => until },
    ...{ timeZone: zoneOf('UTC'), answerGoal: new AnswerGoal(1) },
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
