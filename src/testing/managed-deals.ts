import { describe, expect, it } from 'vitest';
import type { Span } from '../application/ports/outbound/back-office.ts';
import { type Day, dayAfter, TimeZone } from '../domain/time-zone.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { inexact } from './lookalikes.ts';
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
        expect([id, await assign(subject.backOffice, id, 'grace')], inexact).toEqual([id, undefined]);
    });

    it('stays when the lead is moved or erased, and no simultaneous move is lost', async () => {
      await subject.deal('lead-1');
      await Promise.all([
        changeOne(subject.backOffice, 'lead-1', to('Quoted')),
        assign(subject.backOffice, 'lead-1', 'grace'),
        changeOne(subject.backOffice, 'lead-1', to('Evaluation Scheduled')),
      ]);
      await subject.backOffice.eraseLead('lead-1', second(20));
      const deal = (await subject.backOffice.lead('lead-1'))?.deal;
      const cause =
        'changes ran over each other: write only what changes, or only if the deal is still as it was read';
      expect([deal?.owner, deal?.customer], cause).toEqual(['grace', undefined]);
      expect(deal?.history.map(({ status }) => status).toSorted(), cause).toEqual([
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
    const byDay = async (span: Span, days: readonly Day[] = daysOf('UTC', span)) =>
      (await subject.backOffice.tallyByDay(span, days))
        .map(({ day, status, leads }) => [day, status, leads].join())
        .toSorted();

    it('counts the leads of a span by vendor, type and present status, and by day', async () => {
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
      await subject.backOffice.eraseLead('f', second(20));
      const month = { since: day('2026-01-01T00:00:00'), until: day('2026-02-01T00:00:00') };
      const cause =
        'leads are counted by their time of receipt, until before the end; a day begins at midnight in UTC';
      expect(await tally(month), cause).toEqual([
        'ven_1,sales,In Progress,3',
        'ven_1,sales,Won,1',
        'ven_1,service,In Progress,1',
        'ven_2,sales,In Progress,1',
      ]);
      expect(await byDay(month), cause).toEqual([
        '2026-01-01,In Progress,4',
        '2026-01-01,Won,1',
        '2026-01-02,In Progress,1',
      ]);
      const moment = { since: day('2026-01-02T00:00:00'), until: day('2026-01-02T00:00:00.001') };
      expect(await tally(moment), cause).toEqual(['ven_1,sales,In Progress,1']);
      expect(await byDay(moment), cause).toEqual(['2026-01-02,In Progress,1']);
    });

    it.each([
      ['America/Havana', '2026-03-08', 1, '2026-03-08T05:00:00.000', '2026-03-09T04:00:00.000'],
      ['America/Havana', '2026-11-01', 0, '2026-11-01T04:00:00.000', '2026-11-02T05:00:00.000'],
      ['Asia/Beirut', '2026-03-29', 1, '2026-03-28T22:00:00.000', '2026-03-29T21:00:00.000'],
      ['Asia/Beirut', '2026-10-24', 0, '2026-10-23T21:00:00.000', '2026-10-24T22:00:00.000'],
      ['Africa/Cairo', '2026-04-24', 1, '2026-04-23T22:00:00.000', '2026-04-24T21:00:00.000'],
      ['Asia/Kathmandu', '2026-05-05', 0, '2026-05-04T18:15:00.000', '2026-05-05T18:15:00.000'],
    ])('counts by the days of %s: %s begins at %s:00', async (zone, named, _, begins, next) => {
      const [first, end] = [day(begins), day(next)];
      const moments = [
        -1,
        0,
        3_600_000,
        end.getTime() - first.getTime() - 1,
        end.getTime() - first.getTime(),
      ];
      for (const [n, later] of moments.entries())
        await subject.deal(`lead-${n}`, { receivedAt: new Date(first.getTime() + later) });
      const year = { since: day('2026-01-01T00:00:00'), until: day('2027-01-01T00:00:00') };
      expect(await byDay(year, daysOf(zone, year))).toEqual([
        `${dayAfter(named, -1)},In Progress,1`,
        `${named},In Progress,3`,
        `${dayAfter(named)},In Progress,1`,
      ]);
    });

    it('counts nothing on a day that begins when the next one does', async () => {
      await subject.deal('lead-1', { receivedAt: second(5) });
      const days = ['29', '30', '31'].map((n, at) => ({
        day: `2011-12-${n}`,
        begins: second(at < 1 ? 0 : 5),
      }));
      expect(await byDay({ since: second(0), until: second(9) }, days)).toEqual(['2011-12-31,In Progress,1']);
    });

    it('is empty for a span without leads', async () => {
      await subject.deal('lead-1', {});
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

function daysOf(zone: string, { since, until }: Span): readonly Day[] {
  return TimeZone.parse(zone)?.days(since, until) ?? [];
}
