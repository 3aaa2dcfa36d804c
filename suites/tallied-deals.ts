import { describe, expect, it } from 'vitest';
import type { Span } from '../src/operators/application/ports/outbound/report-tally.ts';
import { DAY_MS } from '../src/operators/domain/day.ts';
import { followUpDeal } from '../src/operators/domain/work/follow-up.ts';
import { moveDeal } from '../src/operators/domain/work/move-deal.ts';
import { noteDeal } from '../src/operators/domain/work/note-deal.ts';
import type { Tally } from '../src/operators/domain/work/tally.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { inexact, lookalikeIds } from './lookalikes.ts';
import { assign, changeOne, second } from './operator-samples.ts';

const by = 'grace';
const all: Span = { since: second(0), until: second(60) };

/** Tests the values of leads that a report counts by. */
export function talliedDeals(subject: BackOfficeSubject): void {
  const reach = (id: string, at: Date) =>
    changeOne(subject.leads, id, (deal) => noteDeal(deal, { kind: 'reached', text: undefined, at, by }));
  const move = (id: string, ...[to, more]: [Parameters<typeof moveDeal>[1], object?]) =>
    changeOne(subject.leads, id, (deal) => moveDeal(deal, to, { at: second(9), by, reason: 'so', ...more }));

  describe('a tally', () => {
    const tally = async <T>(show: (lead: LeadAtLength) => T, span = all): Promise<T[]> =>
      (await subject.report.tally(span)).flatMap(atLength).map(show).toSorted();

    it('has the leads that were received in the span, until before its end', async () => {
      const received = { before: 0, a: 1, b: 4, end: 5 };
      for (const [id, at] of Object.entries(received)) await subject.deal(id, { receivedAt: second(at) });
      const span = { since: second(1), until: second(5) };
      expect(await tally(({ receivedAt }) => receivedAt.getUTCSeconds(), span)).toEqual([1, 4]);
      const moment = { since: second(4), until: new Date(second(4).getTime() + 1) };
      expect(await tally(({ receivedAt }) => receivedAt, moment)).toEqual([second(4)]);
      for (const empty of [
        { since: second(6), until: second(9) },
        { since: second(1), until: second(1) },
      ])
        expect(await tally((lead) => lead, empty)).toEqual([]);
    });

    it('says whose they are, of which type, and what became of them, also of erased ones', async () => {
      const show = ({ vendorId, dealType, status, owner, lostReason }: LeadAtLength) =>
        [vendorId, dealType, status, owner ?? '-', lostReason ?? '-'].join();
      for (const id of ['a', 'b', 'c', 'd', 'again']) await subject.deal(id);
      await subject.deal('e', { vendorId: 'ven_2', dealType: 'lift' });
      await assign(subject.leads, 'b', 'grace');
      await move('b', 'Won');
      await move('c', 'Lost', { lostReason: 'price' });
      await subject.erasure.eraseLead('c', second(20));
      await move('d', 'Lost');
      await move('again', 'Lost', { lostReason: 'price' });
      await move('again', 'Quoted', { at: second(10) });
      await move('again', 'Lost', { at: second(11), lostReason: 'spam' });
      await move('e', 'Lost', { lostReason: 'price' });
      await move('e', 'In Progress', { at: second(10) });
      expect(await tally(show), 'a lead that is no longer lost has no reason').toEqual([
        'ven_1,sales,In Progress,-,-',
        'ven_1,sales,Lost,-,-',
        'ven_1,sales,Lost,-,price',
        'ven_1,sales,Lost,-,spam',
        'ven_1,sales,Won,grace,-',
        'ven_2,lift,In Progress,-,-',
      ]);
    });

    it('has a lead that was added as lost', async () => {
      const at = second(0);
      await subject.deal('a', {
        status: 'Lost',
        history: [{ status: 'Lost', at, by, reason: undefined, lostReason: 'price' }],
      });
      expect(await tally(({ lostReason }) => lostReason)).toEqual(['price']);
    });

    const show = ({ receivedAt, answeredAt, waitsSince }: LeadAtLength) =>
      [receivedAt, answeredAt, waitsSince].map((moment) => moment?.getUTCSeconds() ?? '-').join();

    it('says when each was first answered, and who waits since when', async () => {
      for (const [n, id] of ['reached', 'moved', 'late', 'waits'].entries())
        await subject.deal(id, { receivedAt: second(n) });
      await reach('reached', second(11));
      await move('moved', 'Quoted', { at: second(12) });
      await reach('late', second(59));
      expect(await tally(show)).toEqual(['0,11,-', '1,12,-', '2,59,-', '3,-,3']);
    });

    it('has nobody wait once the lead is moved, also if nobody knows when it was answered, or its customer is erased', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await subject.deal(id);
      await move('a', 'Lost', { imported: true });
      await move('b', 'Quoted', { imported: true });
      await move('d', 'Lost', { imported: true });
      await move('d', 'In Progress', { at: second(10) });
      for (const id of ['c', 'd']) await subject.erasure.eraseLead(id, second(20));
      expect(await tally(show), 'of an erased customer nobody waits').toEqual([
        '0,-,-',
        '0,-,-',
        '0,-,-',
        '0,-,-',
      ]);
    });

    it('keeps the first answer for good, and has its customer wait anew since the lead was reopened', async () => {
      for (const id of ['a', 'b', 'c', 'd']) {
        await subject.deal(id);
        await move(id, 'Lost', { at: second(3), imported: id === 'd' });
        await move(id, 'In Progress', { at: second(7) });
      }
      await reach('b', second(8));
      await move('c', 'Won', { at: second(9) });
      expect(await tally(show), 'the first answer is that before it was reopened').toEqual([
        '0,-,7',
        '0,3,-',
        '0,3,-',
        '0,3,7',
      ]);
    });

    it('says which promises were kept, and which were missed', async () => {
      const show = ({ promises, followUpAt }: LeadAtLength) =>
        `${promises.kept} kept, ${promises.missed} missed, ${followUpAt?.toISOString() ?? 'none'}`;
      await subject.deal('none');
      await subject.deal('stands', { followUp: { at: second(50), by } });
      for (const id of ['kept', 'moved']) await subject.deal(id, { followUp: { at: second(20), by } });
      await reach('kept', second(21));
      await changeOne(subject.leads, 'moved', (deal) =>
        followUpDeal(deal, { to: second(55) }, { at: second(19), by, byId: undefined }),
      );
      await subject.deal('missed twice', { followUp: { at: second(20), by } });
      const [late, later, end] = [1, 2, 3].map((days) => new Date(second(20).getTime() + days * DAY_MS));
      for (const [at, to] of [
        [late, later],
        [end, null],
      ] as const)
        await changeOne(subject.leads, 'missed twice', (deal) =>
          followUpDeal(deal, { to: to ?? null }, { at: at ?? end ?? second(0), by, byId: undefined }),
        );
      const [standing, moved] = [second(50), second(55)].map((at) => at.toISOString());
      expect(await tally(show), '`promisesOf` is kept with each change of a follow-up').toEqual([
        `0 kept, 0 missed, ${standing}`,
        `0 kept, 0 missed, ${moved}`,
        '0 kept, 0 missed, none',
        '0 kept, 2 missed, none',
        '1 kept, 0 missed, none',
      ]);
    });

    it('counts the leads of each vendor in a span, and those that are won now', async () => {
      for (const [id, vendorId, at] of [
        ['a', 'ven_1', 1],
        ['b', 'ven_1', 2],
        ['c', 'ven_2', 2],
        ['d', 'ven_1', 3],
      ] as const)
        await subject.deal(id, { vendorId, receivedAt: second(at) });
      await move('a', 'Won');
      await move('b', 'Won');
      await move('b', 'In Progress', { at: second(10) });
      await move('d', 'Won');
      const span = { since: second(1), until: second(3) };
      const counts = (await subject.report.vendors(span)).toSorted((x, y) => y.received - x.received);
      expect(counts).toEqual([
        { vendorId: 'ven_1', received: 2, won: 1 },
        { vendorId: 'ven_2', received: 1, won: 0 },
      ]);
      expect(await subject.report.vendors({ since: second(9), until: second(10) })).toEqual([]);
    });

    it('tells vendors and owners apart, compared character by character', async () => {
      for (const [n, id] of lookalikeIds.entries()) {
        await subject.deal(`lead-${n}`, { vendorId: id });
        await assign(subject.leads, `lead-${n}`, id);
      }
      const pairs = lookalikeIds.map((id) => JSON.stringify([id, id])).toSorted();
      expect(await tally(({ vendorId, owner }) => JSON.stringify([vendorId, owner])), inexact).toEqual(pairs);
    });
  });
}

type LeadAtLength = ReturnType<typeof atLength>[number];

/** Leads with all that their tally has of them. */
export const atLength = ({ leads }: Tally) =>
  leads.map(({ row, owner, state, receivedAt, answeredAt }) => ({
    ...row,
    ...state,
    owner,
    receivedAt: new Date(receivedAt),
    answeredAt: timeOf(answeredAt),
    waitsSince: timeOf(state.waitsSince),
    followUpAt: timeOf(state.followUpAt),
  }));

const timeOf = (time: number | null): Date | undefined => (time === null ? undefined : new Date(time));
