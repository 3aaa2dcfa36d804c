import { describe, expect, it } from 'vitest';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { inexact } from './lookalikes.ts';
import { assign, changeOne, second, to } from './operator-samples.ts';

/** Tests how a lead's owner is kept. */
export function managedDeals(subject: BackOfficeSubject): void {
  describe('a lead’s owner', () => {
    it('is named, replaced and removed, and nothing else of the lead changes', async () => {
      const deal = await subject.deal('lead-1');
      await subject.deal('other');
      const named = { ...deal, owner: 'grace' };
      expect(await assign(subject.leads, 'lead-1', 'grace')).toEqual({ before: deal, after: named });
      expect(await subject.kept('lead-1')).toEqual(named);
      const replaced = { ...deal, owner: 'Łucja O’Hara' };
      expect(await assign(subject.leads, 'lead-1', replaced.owner)).toEqual({
        before: named,
        after: replaced,
      });
      expect(await assign(subject.leads, 'lead-1', replaced.owner)).toEqual({
        before: replaced,
        after: replaced,
      });
      expect(await assign(subject.leads, 'lead-1', null)).toEqual({ before: replaced, after: deal });
      expect(await subject.kept('lead-1')).toEqual(deal);
      expect((await subject.kept('other'))?.owner).toBeUndefined();
    });

    it('is nobody’s of a lead that does not exist', async () => {
      await subject.deal('lead-1');
      for (const id of ['lead', 'lead-1 ', 'LEAD-1', ''])
        expect([id, await assign(subject.leads, id, 'grace')], inexact).toEqual([id, undefined]);
    });

    it('stays when the lead is moved or erased, and no simultaneous move is lost', async () => {
      await subject.deal('lead-1');
      await Promise.all([
        changeOne(subject.leads, 'lead-1', to('Quoted')),
        assign(subject.leads, 'lead-1', 'grace'),
        changeOne(subject.leads, 'lead-1', to('Evaluation Scheduled')),
      ]);
      await subject.erasure.eraseLead('lead-1', second(20));
      const deal = await subject.kept('lead-1');
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
}
