import { describe, expect, it } from 'vitest';
import { sentWith } from './samples.ts';
import { needs, type Subject } from './subject.ts';

/** Tests that a status changed in the CRM itself is seen at once: an adapter must not answer from what it knew. */
export function changedStatus(subject: Subject): void {
  describe('a status that is changed in the store', () => {
    needs('changeStatus', subject);

    it('is told at once, however recently the former one was told', async () => {
      const { crm, under } = subject;
      const deal = subject.deal({}, { idempotency: sentWith('k') });
      await subject.add(deal);
      for (const status of ['Quoted', 'Evaluation Scheduled', 'Won'] as const) {
        await crm.statusOf(deal.id);
        await under.changeStatus?.(deal.id, status);
        const cause = 'the status was remembered: others change it, so ask the store each time';
        expect(await crm.statusOf(deal.id), cause).toMatchObject({ vendorId: 'vendor-1', status });
      }
    });

    it('stays when the deal is added again, because the first answer was lost', async () => {
      const { crm, under } = subject;
      const deal = subject.deal({}, { idempotency: sentWith('k') });
      await subject.add(deal);
      await under.changeStatus?.(deal.id, 'Won');
      expect(await subject.add(deal)).toBe('added');
      const cause = 'the deal was written over: add it only if it is not there';
      expect(await crm.statusOf(deal.id), cause).toMatchObject({ status: 'Won' });
      expect(await subject.deals()).toHaveLength(1);
    });
  });
}
