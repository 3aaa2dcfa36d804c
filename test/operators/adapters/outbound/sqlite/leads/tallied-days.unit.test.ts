import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DataFile } from '../../../../../../src/adapters/outbound/sqlite/connection/data-file.ts';
import { leadStatuses } from '../../../../../../src/domain/lead-status.ts';
import { SqliteReport } from '../../../../../../src/operators/adapters/outbound/sqlite/leads/sqlite-report.ts';
import { TalliedDays } from '../../../../../../src/operators/adapters/outbound/sqlite/leads/tallied-days.ts';
import { dealFromJson } from '../../../../../../src/operators/domain/work/as-json.ts';
import { type TalliedLead, type Tally, tallyOf } from '../../../../../../src/operators/domain/work/tally.ts';
import { atLength } from '../../../../../../suites/tallied-deals.ts';
import { days, inMemoryOperator, minutes } from '../../../../../support/in-memory-operator.ts';
import { inMemory, storeInFile } from '../../../../../support/sqlite-file.ts';

const by = 'grace';
/** From the day before the store's first. */
const span = { since: new Date('2026-05-31T00:00Z'), until: new Date('2026-07-01T00:00Z') };

const asTexts = (tallies: readonly Tally[]) =>
  tallies
    .flatMap(atLength)
    .map((lead) => JSON.stringify(Object.entries(lead).toSorted()))
    .toSorted();

/** What a report counts by, as it is kept. */
const tallied = async (file: DataFile) => asTexts(await new SqliteReport(file).tally(span));

/** The same, from whole deals. */
async function counted(file: DataFile) {
  const deals = await file.list('SELECT deal FROM deals', [], ({ deal }: { deal: string }) =>
    dealFromJson(deal),
  );
  return asTexts([tallyOf(deals)]);
}

const keptDays = (file: DataFile): Promise<number> =>
  file.read((db) => {
    const sql = 'SELECT count(*) AS kept FROM tallied_days WHERE tally IS NOT NULL';
    return db.one<{ readonly kept: number }>(sql)?.kept ?? 0;
  });

const lead = fc.nat(1);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constant('wait'), long: fc.constantFrom(minutes(7), days(1)) }),
  },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('submit'), lead }) },
  {
    weight: 4,
    arbitrary: fc.record({ name: fc.constant('move'), lead, to: fc.constantFrom(...leadStatuses) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constantFrom('reach', 'promise', 'assign', 'erase lead', 'erase'),
      lead,
    }),
  },
);

it('whatever happens, what is kept of days is what their leads count now', async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const file = inMemory();
      const { operator, submit, time, addPeople } = inMemoryOperator(undefined, { store: storeInFile(file) });
      const owner = await addPeople('Ana');
      const act = async (leadId: string, each: (typeof steps)[number]) => {
        if ('to' in each)
          await operator.moveLead({
            leadId,
            to: each.to,
            reason: 'so',
            by,
            ...(each.to === 'Lost' && { lostReason: 'price' }),
          });
        else if (each.name === 'submit') await submit(leadId, { draft: { email: `${leadId}@example.com` } });
        else if (each.name === 'reach') await operator.noteLead({ leadId, kind: 'reached', by });
        else if (each.name === 'promise')
          await operator.followUp({ leadId, at: new Date(time.now + days(1)), by });
        else if (each.name === 'assign') await operator.assignLead({ leadId, to: owner, by });
        else if (each.name === 'erase lead') await operator.eraseLead({ leadId, by });
        else
          await operator.eraseContact({
            contactId: (await operator.showLead({ leadId, by })).deal.contactId,
            by,
          });
      };
      for (const each of steps) {
        if ('long' in each) time.now += each.long;
        else await act(`lead-${each.lead}`, each).catch(() => {}); // refused: nothing changes
        kept += await keptDays(file);
        expect(await tallied(file)).toEqual(await counted(file));
      }
      await file.close();
    }),
    { numRuns: 60 },
  );
  expect(kept).toBeGreaterThan(0);
});

const none: Tally = { leads: [] };
const anas: TalliedLead = {
  row: { vendorId: 'ven_1', dealType: 'sales' },
  owner: 'ana',
  state: {
    status: 'In Progress',
    lostReason: null,
    waitsSince: null,
    followUpAt: null,
    promises: { kept: 0, missed: 0 },
  },
  receivedAt: 0,
  answeredAt: null,
};

/** A store with a lead of a day that is over, and the day's number. */
async function dayThatIsOver() {
  const file = inMemory();
  const { submit, time } = inMemoryOperator(undefined, { store: storeInFile(file) });
  const day = Math.floor(time.now / days(1));
  await submit('then');
  time.now += days(1);
  await submit('now');
  return { file, day, tallies: new TalliedDays(file) };
}

const change = (file: DataFile) =>
  file.write((db) => db.run(`UPDATE deals SET owner = 'ana' WHERE id = 'then'`)); // as an earlier release does

it('a lead that changes while its day is read drops what was read, also if another process marks the day anew', async () => {
  const { file, day, tallies } = await dayThatIsOver();
  await tallies.tallyOf(day, async () => {
    await change(file);
    return none;
  });
  expect(await keptDays(file)).toBe(0);
  await tallies.tallyOf(day, async () => {
    await change(file);
    await new TalliedDays(file).tallyOf(day, async () => ({ leads: [anas] }));
    return none;
  });
  expect(await tallies.tallyOf(day, async () => none)).toEqual({ leads: [anas] });
  await file.close();
});

it('no tally is kept of a day that is not over, or of a day with too many leads', async () => {
  const { file, day, tallies } = await dayThatIsOver();
  await tallies.tallyOf(day + 1, async () => none);
  await tallies.tallyOf(day, async () => ({ leads: Array(20_001).fill(anas) }));
  expect(await keptDays(file)).toBe(0);
  await tallies.tallyOf(day, async () => none);
  expect(await keptDays(file)).toBe(1);
  await file.close();
});
