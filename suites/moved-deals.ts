import { describe, expect, it } from 'vitest';
import type { LeadStatus } from '../src/domain/lead-status.ts';
import { moveDeal } from '../src/operators/domain/work/move-deal.ts';
import { type WorkedDeal, withChange } from '../src/operators/domain/work/worked-deal.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { changeOne, second, to } from './operator-samples.ts';

const cause = 'changes ran over each other: write only if the deal is still as it was decided on';

/** Tests how operators move leads. */
export function movedDeals(subject: BackOfficeSubject): void {
  describe('a change of status', () => {
    it('is written with its history, whatever the reason, and returned as before and after', async () => {
      const deal = await subject.deal('lead-1');
      const won = to('Won', 'grace', ' signed \ud800\0 ');
      const changed = await changeOne(subject.leads, 'lead-1', won);
      expect(changed).toEqual({ before: deal, after: withChange(deal, won(deal)) });
      expect(await subject.kept('lead-1')).toEqual(changed?.after);
      expect(await subject.crm.statusOf('lead-1')).toMatchObject({ status: 'Won' });
    });

    it('is written as it was decided, whatever it is: as the status, and as the next entry of the history', async () => {
      const deal = await subject.deal('lead-1');
      const decided: WorkedDeal[] = [];
      for (const status of ['Won', 'Lost', 'Lost'] as const) {
        const change = { status, at: second(9), by: 'grace', reason: undefined };
        await changeOne(subject.leads, 'lead-1', (current) => {
          decided.push(current);
          return { moved: change };
        });
        const kept = await subject.kept('lead-1');
        const each = 'every decided change is written, also one to the same status';
        expect(kept, each).toEqual(withChange(decided.at(-1) ?? deal, { moved: change }));
      }
      expect(decided.map(({ history }) => history.map(({ status }) => status))).toEqual([
        ['In Progress'],
        ['In Progress', 'Won'],
        ['In Progress', 'Won', 'Lost'],
      ]);
    });

    it('is never lost among simultaneous ones: the history is complete and repeats no status', async () => {
      await subject.deal('lead-1');
      const rounds = Array.from(
        { length: 24 },
        (_, n): LeadStatus => (n % 2 ? 'Quoted' : 'Evaluation Scheduled'),
      );
      const changes = await Promise.all(
        rounds.map((status, n) => changeOne(subject.leads, 'lead-1', to(status, `operator ${n}`))),
      );
      const moved = changes.filter((change) => change && change.before.status !== change.after.status);
      const deal = await subject.kept('lead-1');
      expect(deal?.history.length, cause).toBe(1 + moved.length);
      const decidedOn = new Set(moved.map((change) => change?.before.history.length));
      expect(decidedOn.size, cause).toBe(moved.length);
      expect(deal?.history.at(-1)?.status, cause).toBe(deal?.status);
      for (const [n, change] of (deal?.history ?? []).entries()) {
        expect(change.status, cause).not.toBe(deal?.history[n - 1]?.status);
      }
      expect(new Set(deal?.history.map(({ by }) => by)).size, cause).toBe(1 + moved.length);
    });

    it('has a time later than that of the move before, whatever the clocks of those who move at once', async () => {
      await subject.deal('lead-1');
      const clocks = [9, 9, 3, -40, 60, 8, 60, 0, 9, -1, 2, 61];
      await Promise.all(
        clocks.map((clock, n) =>
          changeOne(subject.leads, 'lead-1', (deal) => {
            const status = deal.status === 'Quoted' ? 'Evaluation Scheduled' : 'Quoted';
            return moveDeal(deal, status, { at: second(clock), by: `operator ${n}`, reason: undefined });
          }),
        ),
      );
      const { history = [] } = (await subject.kept('lead-1')) ?? {};
      expect(history).toHaveLength(1 + clocks.length);
      const times = history.map(({ at }) => at.getTime());
      expect(times, cause).toEqual([...new Set(times)].sort((a, b) => a - b));
      const told = history.slice(1).map(({ at, orderedAt }) => (orderedAt ?? at).getTime());
      expect(told.sort(), 'the time of the order is kept, too').toEqual(
        clocks.map((clock) => second(clock).getTime()).sort(),
      );
    });

    it('ends a lead once, however many try at once', async () => {
      await subject.deal('lead-1');
      const ends = Array.from({ length: 12 }, (_, n): LeadStatus => (n % 2 ? 'Won' : 'Lost'));
      const outcomes = await Promise.allSettled(
        ends.map((status) => changeOne(subject.leads, 'lead-1', to(status))),
      );
      const deal = await subject.kept('lead-1');
      expect(deal?.history.length, cause).toBe(2);
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(refused.length, cause).toBe(ends.filter((status) => status !== deal?.status).length);
    });
  });

  describe('many changes at once', () => {
    it('have an outcome each, in the order of the ids, and what is refused stops no other', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await subject.deal(id);
      const lost = await changeOne(subject.leads, 'c', to('Lost'));
      const ids = ['d', 'nobody', 'c', 'a', 'b'];
      const outcomes = await subject.leads.changeDeals(ids, (deal) =>
        deal.id === 'b' ? undefined : { ...to('Won', 'grace', deal.id)(deal), owner: deal.id },
      );
      const kept = async (id: string) => await subject.kept(id);
      const [d, nobody, c, a, b] = outcomes;
      expect(nobody).toBeUndefined();
      expect(c).toEqual({ refused: expect.objectContaining({ reason: 'forbidden-move' }) });
      expect(b).toEqual({ before: await kept('b'), after: await kept('b') });
      for (const [id, outcome] of [['d', d] as const, ['a', a] as const]) {
        expect(outcome).toMatchObject({
          before: { id, status: 'In Progress' },
          after: { id, status: 'Won', owner: id, history: [{}, { status: 'Won', reason: id }] },
        });
        expect(outcome).toEqual({ before: expect.anything(), after: await kept(id) });
      }
      expect((await kept('b'))?.history).toHaveLength(1);
      expect(await kept('c'), 'something was written although the decision threw').toEqual(lost?.after);
      expect(await subject.leads.changeDeals([], to('Won'))).toEqual([]);
    });

    it('of which none is lost among simultaneous ones, and each says only of its own that they were made', async () => {
      const ids = Array.from({ length: 30 }, (_, n) => `lead-${n}`);
      for (const id of ids) await subject.deal(id);
      const batches = Array.from({ length: 6 }, (_, n) => ({
        by: `operator ${n}`,
        ids: ids.filter((_, at) => at % 6 !== n),
        status: n % 2 ? ('Quoted' as const) : ('Evaluation Scheduled' as const),
      }));
      const outcomes = await Promise.all(
        batches.map(({ ids, status, by }) => subject.leads.changeDeals(ids, to(status, by))),
      );
      const moved = outcomes.flat().filter((each) => each && 'after' in each && each.before !== each.after);
      const told = moved.flatMap((each) =>
        each && 'after' in each && each.after.history.length > each.before.history.length
          ? [`${each.after.id} ${each.after.history.at(-1)?.by}`]
          : [],
      );
      const kept = await Promise.all(ids.map(async (id) => await subject.kept(id)));
      const made = kept.flatMap((deal) => deal?.history.slice(1).map(({ by }) => `${deal.id} ${by}`) ?? []);
      expect(told.toSorted(), cause).toEqual(made.toSorted());
    });
  });
}
