import { describe, expect, it } from 'vitest';
import type { Span } from '../application/ports/outbound/back-office.ts';
import { moveDeal, noteDeal } from '../domain/deal.ts';
import { TimeZone } from '../domain/time-zone.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { inexact, lookalikeIds } from './lookalikes.ts';
import { assign, changeOne, second } from './operator-samples.ts';

const by = 'grace';
const all: Span = { since: second(0), until: second(60) };

/** What a report asks: how soon customers were answered, who waits, and why leads were lost. */
export function answeredDeals(subject: BackOfficeSubject): void {
  const reach = (id: string, at: Date) =>
    changeOne(subject.backOffice, id, (deal) => noteDeal(deal, { kind: 'reached', text: undefined, at, by }));
  const move = (id: string, ...[to, more]: [Parameters<typeof moveDeal>[1], object]) =>
    changeOne(subject.backOffice, id, (deal) =>
      moveDeal(deal, to, { at: second(9), by, reason: 'so', ...more }),
    );

  describe('answers', () => {
    const answered = async (span = all) =>
      (await subject.backOffice.answers(span)).answered
        .map((each) =>
          [
            ...[each.vendorId, each.dealType, each.owner ?? '-'],
            ...[each.receivedAt.getUTCSeconds(), each.answeredAt.getUTCSeconds()],
          ].join(),
        )
        .toSorted();
    const waiting = async (span = all) =>
      (await subject.backOffice.answers(span)).waiting
        .map(({ vendorId, dealType, owner, since, reopened }) =>
          [vendorId, dealType, owner ?? '-', since.getUTCSeconds(), reopened ? 'again' : 'first'].join(),
        )
        .toSorted();

    it('are of the leads of a span, with whoever takes care of them now', async () => {
      const leads = { early: 0, a: 1, b: 2, c: 3, d: 4, late: 5 };
      for (const [id, at] of Object.entries(leads)) await subject.deal(id, { receivedAt: second(at) });
      await subject.deal('e', { receivedAt: second(2), vendorId: 'ven_2', dealType: 'lift' });
      for (const id of ['early', 'late']) await reach(id, second(20));
      await reach('a', second(11));
      await assign(subject.backOffice, 'a', 'grace');
      await move('b', 'Quoted', { at: second(12) });
      await reach('e', second(13));
      await assign(subject.backOffice, 'c', 'grace');
      const span = { since: second(1), until: second(5) };
      expect(await answered(span)).toEqual([
        'ven_1,sales,-,2,12',
        'ven_1,sales,grace,1,11',
        'ven_2,lift,-,2,13',
      ]);
      expect(await waiting(span)).toEqual(['ven_1,sales,-,4,first', 'ven_1,sales,grace,3,first']);
    });

    it('wait for nobody once the lead is moved, also if nobody knows when it was answered, or its customer is erased', async () => {
      for (const id of ['a', 'b', 'c']) await subject.deal(id);
      await move('a', 'Lost', { imported: true });
      await move('b', 'Quoted', { imported: true });
      await subject.backOffice.eraseLead('c', second(20));
      await subject.deal('d');
      await move('d', 'Lost', { imported: true });
      await move('d', 'In Progress', { at: second(10) });
      await subject.backOffice.eraseLead('d', second(20));
      expect(await answered()).toEqual([]);
      expect(await waiting(), 'of an erased customer nobody waits').toEqual([]);
    });

    it('keep the first one for good, and wait anew since the lead was reopened', async () => {
      for (const id of ['a', 'b', 'c', 'd']) {
        await subject.deal(id);
        await move(id, 'Lost', { at: second(3), imported: id === 'd' });
        await move(id, 'In Progress', { at: second(7) });
      }
      await reach('b', second(8));
      await move('c', 'Won', { at: second(9) });
      const first = 'ven_1,sales,-,0,3';
      expect(await answered(), 'the first answer is that before it was reopened').toEqual([
        first,
        first,
        first,
      ]);
      expect(await waiting()).toEqual(['ven_1,sales,-,7,again', 'ven_1,sales,-,7,again']);
    });

    it('are of leads of any vendor, compared character by character', async () => {
      for (const [n, vendorId] of lookalikeIds.entries()) {
        await subject.deal(`lead-${n}`, { vendorId });
        await subject.deal(`other-${n}`, { vendorId });
        await reach(`lead-${n}`, second(1));
      }
      const { answered, waiting } = await subject.backOffice.answers(all);
      expect(answered.map(({ vendorId }) => vendorId).toSorted(), inexact).toEqual(lookalikeIds.toSorted());
      expect(waiting.map(({ vendorId }) => vendorId).toSorted(), inexact).toEqual(lookalikeIds.toSorted());
    });

    it('are none of an empty span', async () => {
      await subject.deal('a');
      expect(await subject.backOffice.answers({ since: second(1), until: second(9) })).toEqual({
        answered: [],
        waiting: [],
      });
    });
  });

  describe('a tally of lost reasons', () => {
    const utc = TimeZone.parse('UTC');
    const lost = async (span: Span) =>
      (await subject.backOffice.tallyLost(span, utc?.days(span.since, span.until) ?? []))
        .map(({ vendorId, dealType, day, lostReason, leads }) =>
          [vendorId, dealType, day, lostReason, leads].join(),
        )
        .toSorted();

    it('counts what is lost for each reason now, by vendor, type and day of receipt', async () => {
      const day = (n: number) => new Date(Date.UTC(2026, 0, n, 12));
      const leads = {
        before: [1, 'ven_1', 'sales', 'price'],
        a: [2, 'ven_1', 'sales', 'price'],
        b: [2, 'ven_1', 'sales', 'price'],
        c: [3, 'ven_1', 'sales', 'price'],
        d: [2, 'ven_2', 'lift', 'price'],
        e: [2, 'ven_1', 'sales', 'spam'],
        f: [2, 'ven_1', 'sales', undefined],
        again: [2, 'ven_1', 'sales', 'price'],
        other: [2, 'ven_1', 'sales', 'price'],
        undone: [2, 'ven_1', 'sales', 'price'],
      } as const;
      for (const [id, [n, vendorId, dealType, lostReason]] of Object.entries(leads)) {
        await subject.deal(id, { receivedAt: day(n), vendorId, dealType });
        await move(id, 'Lost', { at: day(5), lostReason });
      }
      await move('again', 'In Progress', { at: day(6) });
      await move('other', 'Quoted', { at: day(6) });
      await move('other', 'Lost', { at: day(7), lostReason: 'spam' });
      await move('undone', 'Quoted', { at: day(6) });
      await move('undone', 'Lost', { at: day(7) });
      await subject.backOffice.eraseLead('c', second(20));
      expect(await lost({ since: day(2), until: day(4) })).toEqual([
        'ven_1,sales,2026-01-02,price,2',
        'ven_1,sales,2026-01-02,spam,2',
        'ven_1,sales,2026-01-03,price,1',
        'ven_2,lift,2026-01-02,price,1',
      ]);
    });

    it('counts a lead that was added as lost', async () => {
      const at = second(0);
      await subject.deal('a', {
        status: 'Lost',
        history: [{ status: 'Lost', at, by, reason: undefined, lostReason: 'price' }],
      });
      expect(await lost({ since: at, until: second(1) })).toEqual(['ven_1,sales,2026-01-01,price,1']);
    });
  });
}
