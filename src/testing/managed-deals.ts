import { describe, expect, it } from 'vitest';
import type { Span } from '../application/ports/outbound/back-office.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { assign, changeOne, second, to } from './operator-samples.ts';

/** Who takes care of leads, and what became of them. */
export function managedDeals(subject: BackOfficeSubject): void {
  describe('a lead’s owner', () => {
    it('is named, replaced and removed, and nothing else of the lead changes', async () => {
      const deal = await subject.deal('lead-1');
      await subject.deal('other');
      const named = { ...deal, owner: 'grace' };
      expect(await assign(subject.backOffice, 'lead-1', 'grace')).toEqual({ before: deal, after: named });
      expect((await subject.backOffice.lead('lead-1'))?.deal).toEqual(named);
      const replaced = { ...deal, owner: 'Łucja O’Hara' };
      expect(await assign(subject.backOffice, 'lead-1', replaced.owner)).toEqual({
        before: named,
        after: replaced,
      });
      expect(await assign(subject.backOffice, 'lead-1', replaced.owner)).toEqual({
        before: replaced,
        after: replaced,
      });
      expect(await assign(subject.backOffice, 'lead-1', null)).toEqual({ before: replaced, after: deal });
      expect((await subject.backOffice.lead('lead-1'))?.deal).toEqual(deal);
      expect((await subject.backOffice.lead('other'))?.deal.owner).toBeUndefined();
    });

    it('is nobody’s of a lead that does not exist', async () => {
      await subject.deal('lead-1');
      for (const id of ['lead', 'lead-1 ', 'LEAD-1', ''])
        expect([id, await assign(subject.backOffice, id, 'grace')]).toEqual([id, undefined]);
    });

    it('stays when the lead is moved or erased, and no simultaneous move is lost', async () => {
      await subject.deal('lead-1');
      await Promise.all([
        changeOne(subject.backOffice, 'lead-1', to('Quoted')),
        assign(subject.backOffice, 'lead-1', 'grace'),
        changeOne(subject.backOffice, 'lead-1', to('Evaluation Scheduled')),
      ]);
      await subject.backOffice.eraseLead('lead-1');
      const deal = (await subject.backOffice.lead('lead-1'))?.deal;
      expect([deal?.owner, deal?.customer]).toEqual(['grace', undefined]);
      expect(deal?.history.map(({ status }) => status).toSorted()).toEqual([
        'Evaluation Scheduled',
        'In Progress',
        'Quoted',
      ]);
    });
  });

  describe('a tally', () => {
    const day = (text: string): Date => new Date(`${text}Z`);
    const tally = async (span: Span) =>
      (await subject.backOffice.tally(span))
        .map(({ vendorId, dealType, status, leads }) => [vendorId, dealType, status, leads].join())
        .toSorted();
    const byDay = async (span: Span) =>
      (await subject.backOffice.tallyByDay(span))
        .map(({ day, status, leads }) => [day, status, leads].join())
        .toSorted();

    it('counts the leads of a span by vendor, type and present status, and by day in UTC', async () => {
      const leads = {
        before: ['2025-12-31T23:59:59.999', 'ven_1', 'sales'],
        a: ['2026-01-01T00:00:00', 'ven_1', 'sales'],
        b: ['2026-01-01T23:59:59.999', 'ven_1', 'sales'],
        c: ['2026-01-01T12:00:00', 'ven_1', 'sales'],
        d: ['2026-01-01T12:00:00', 'ven_1', 'service'],
        e: ['2026-01-01T12:00:00', 'ven_2', 'sales'],
        f: ['2026-01-02T00:00:00', 'ven_1', 'sales'],
        end: ['2026-02-01T00:00:00', 'ven_1', 'sales'],
      } as const;
      for (const [id, [at, vendorId, dealType]] of Object.entries(leads))
        await subject.deal(id, { receivedAt: day(at), vendorId, dealType });
      await changeOne(subject.backOffice, 'c', to('Won'));
      await assign(subject.backOffice, 'b', 'grace');
      await subject.backOffice.eraseLead('f');
      const month = { since: day('2026-01-01T00:00:00'), until: day('2026-02-01T00:00:00') };
      expect(await tally(month)).toEqual([
        'ven_1,sales,In Progress,3',
        'ven_1,sales,Won,1',
        'ven_1,service,In Progress,1',
        'ven_2,sales,In Progress,1',
      ]);
      expect(await byDay(month)).toEqual([
        '2026-01-01,In Progress,4',
        '2026-01-01,Won,1',
        '2026-01-02,In Progress,1',
      ]);
      const moment = { since: day('2026-01-02T00:00:00'), until: day('2026-01-02T00:00:00.001') };
      expect(await tally(moment)).toEqual(['ven_1,sales,In Progress,1']);
      expect(await byDay(moment)).toEqual(['2026-01-02,In Progress,1']);
    });

    it('is empty for a span without leads', async () => {
      await subject.deal('lead-1');
      for (const span of [
        { since: second(1), until: second(9) },
        { since: second(0), until: second(0) },
      ]) {
        expect(await tally(span)).toEqual([]);
        expect(await byDay(span)).toEqual([]);
      }
    });
  });
}
