import { describe, expect, it } from 'vitest';
import type { Span, Tally } from '../application/ports/outbound/back-office.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { second, to } from './operator-samples.ts';

/** Who takes care of leads, and what became of them. */
export function managedDeals(subject: BackOfficeSubject): void {
  describe('a lead’s owner', () => {
    it('is named, replaced and removed, and nothing else of the lead changes', async () => {
      const deal = await subject.deal('lead-1');
      await subject.deal('other');
      const named = { ...deal, owner: 'grace' };
      expect(await subject.backOffice.assign('lead-1', 'grace')).toEqual({ before: deal, after: named });
      expect((await subject.backOffice.lead('lead-1'))?.deal).toEqual(named);
      const replaced = { ...deal, owner: 'Łucja O’Hara' };
      expect(await subject.backOffice.assign('lead-1', replaced.owner)).toEqual({
        before: named,
        after: replaced,
      });
      expect(await subject.backOffice.assign('lead-1', replaced.owner)).toEqual({
        before: replaced,
        after: replaced,
      });
      expect(await subject.backOffice.assign('lead-1', undefined)).toEqual({ before: replaced, after: deal });
      expect((await subject.backOffice.lead('lead-1'))?.deal).toEqual(deal);
      expect((await subject.backOffice.lead('other'))?.deal.owner).toBeUndefined();
    });

    it('is nobody’s of a lead that does not exist', async () => {
      await subject.deal('lead-1');
      for (const id of ['lead', 'lead-1 ', 'LEAD-1', ''])
        expect([id, await subject.backOffice.assign(id, 'grace')]).toEqual([id, undefined]);
    });

    it('stays when the lead is moved or erased, and no simultaneous move is lost', async () => {
      await subject.deal('lead-1');
      await Promise.all([
        subject.backOffice.changeStatus('lead-1', to('Quoted')),
        subject.backOffice.assign('lead-1', 'grace'),
        subject.backOffice.changeStatus('lead-1', to('Won')),
      ]);
      await subject.backOffice.eraseLead('lead-1');
      const deal = (await subject.backOffice.lead('lead-1'))?.deal;
      expect(deal).toMatchObject({ owner: 'grace', customer: undefined });
      expect(deal?.history.map(({ status }) => status).toSorted()).toEqual(['In Progress', 'Quoted', 'Won']);
    });
  });

  describe('a tally', () => {
    const day = (text: string): Date => new Date(`${text}Z`);
    const tally = async (span: Span) =>
      (await subject.backOffice.tally(span)).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

    it('counts the leads of a span by day in UTC, vendor, type and present status', async () => {
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
      await subject.backOffice.changeStatus('c', to('Won'));
      await subject.backOffice.assign('b', 'grace');
      await subject.backOffice.eraseLead('f');
      const first = { day: '2026-01-01', vendorId: 'ven_1', dealType: 'sales', status: 'In Progress' };
      expect(await tally({ since: day('2026-01-01T00:00:00'), until: day('2026-02-01T00:00:00') })).toEqual([
        { ...first, leads: 2 },
        { ...first, status: 'Won', leads: 1 },
        { ...first, dealType: 'service', leads: 1 },
        { ...first, vendorId: 'ven_2', leads: 1 },
        { ...first, day: '2026-01-02', leads: 1 },
      ]);
      expect(
        await tally({ since: day('2026-01-02T00:00:00'), until: day('2026-01-02T00:00:00.001') }),
      ).toEqual([{ ...first, day: '2026-01-02', leads: 1 }]);
    });

    it('is empty for a span without leads', async () => {
      await subject.deal('lead-1');
      expect(await tally({ since: second(1), until: second(9) })).toEqual([]);
      expect(await tally({ since: second(0), until: second(0) })).toEqual([]);
    });
  });
}

const textOf = ({ day, vendorId, dealType, status }: Tally): string =>
  JSON.stringify([day, vendorId, dealType, status]);
