import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sqliteShelves } from '../../../../src/operators/adapters/outbound/sqlite/sqlite-shelves.ts';
import { makeUpgradeStore } from '../../../../src/operators/application/upgrade-store.ts';
import { keptByTime } from '../../../../src/operators/domain/work/kept-by-time.ts';
import { inMemoryOperator } from '../../../support/in-memory-operator.ts';

const open = ['In Progress', 'Quoted', 'Evaluation Scheduled'] as const;

async function allOf<T>(groups: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const group of groups) all.push(...group);
  return all;
}

it('times of a lead’s moves rise, whatever the clocks, and each order can be taken back by its own time', () => {
  const step = fc.record({ clock: fc.integer({ min: -3, max: 3 }), to: fc.constantFrom(...open) });
  return fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { operator, time, submit } = inMemoryOperator();
      await submit('lead');
      const begin = time.now;
      const show = async () => (await operator.showLead({ leadId: 'lead', by: 'boss' })).deal;
      for (const [n, { clock, to }] of steps.entries()) {
        time.now = begin + clock;
        const before = await show();
        const by = `person ${n}`;
        const [moved] = await allOf(await operator.moveLeads({ moves: [{ id: 'lead', to }], by }));
        const { status, history } = await show();
        const times = history.map(({ at }) => at.getTime());
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(keptByTime(history)).toBe(status);
        if (n % 2 === 0 || to === before.status || !moved || 'refused' in moved) continue;
        await allOf(await operator.undoChanges({ at: [moved.at], by }));
        expect(await show()).toMatchObject({ status: before.status });
      }
    }),
    { numRuns: 50 },
  );
});

it('two rows of a sheet for one lead have two times, and rows beyond the first hundred times of their own', async () => {
  const { operator, time, submit } = inMemoryOperator();
  for (let n = 0; n < 101; n++) await submit(`lead-${n}`, { draft: { email: `c${n}@example.com` } });
  const ids = Array.from({ length: 101 }, (_, n) => `lead-${n}`);
  const sheet = [...ids, 'lead-0'].map((id, n) => ({ id, to: n > 100 ? 'Won' : 'Quoted' }) as const);
  const orders = new Set<number>();
  for await (const group of await operator.moveLeads({ moves: sheet, imported: true, by: 'boss' })) {
    for (const each of group) if ('at' in each) orders.add(each.at.getTime());
    time.now += 1_000;
  }
  const { deal } = await operator.showLead({ leadId: 'lead-0', by: 'boss' });
  expect(deal.history.map(({ status }) => status)).toEqual(['In Progress', 'Quoted', 'Won']);
  expect(keptByTime(deal.history)).toBe('Won');
  expect(orders.size).toBe(2);
  await allOf(await operator.undoChanges({ at: [...orders].map((at) => new Date(at)), by: 'boss' }));
  expect((await operator.showLead({ leadId: 'lead-0', by: 'boss' })).deal.status).toBe('In Progress');
});

it('an upgrade names the leads of which vendors have another status than ours', async () => {
  const { file, ports, submit } = inMemoryOperator();
  for (const id of ['right', 'wrong']) await submit(id);
  const move = (at: number, status: 'Quoted' | 'Won') => () => ({
    moved: { status, at: new Date(at), by: 'a release before', reason: undefined },
  });
  const [early, late] = [Date.UTC(2026, 5, 2), Date.UTC(2026, 5, 3)];
  await ports.leads.changeDeals(['right'], move(early, 'Quoted'));
  await ports.leads.changeDeals(['right'], move(late, 'Won'));
  await ports.leads.changeDeals(['wrong'], move(late, 'Quoted'));
  await ports.leads.changeDeals(['wrong'], move(early, 'Won'));
  const upgrade = makeUpgradeStore({
    ...ports,
    storeUpgrade: { upgrade: async () => [] },
    shelves: sqliteShelves(file),
  });
  expect(await upgrade({ by: 'boss', dryRun: true })).toEqual({
    steps: [{ step: 'times', looked: 2, changed: 0 }],
    misled: [{ leadId: 'wrong', vendorName: expect.any(String), status: 'Won', told: 'Quoted' }],
  });
});
