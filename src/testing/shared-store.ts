import { describe, expect, it } from 'vitest';
import { moveDeal, withChange } from '../domain/deal.ts';
import { earlier, sentWith } from './samples.ts';
import { needs, type Subject } from './subject.ts';

/** What was acknowledged is in the store, and not only in the adapter's own memory. */
export function sharedStore(subject: Subject): void {
  describe('a second adapter on the same store', () => {
    needs('another', subject);

    it.each(['before', 'after'])('finds everything that was kept %s it was opened', async (when) => {
      const early = when === 'after' ? await subject.another() : undefined;
      const sent = sentWith('order 1');
      const ann = await subject.keep({ email: 'ann@example.com', phone: '2125550123' });
      await subject.keep({ email: 'ann@example.com', zip: '02139' });
      const first = await subject.deal({}, { idempotency: sent, contactId: ann });
      const open = await subject.deal();
      const won = withChange(open, moveDeal(open, 'Won', { at: new Date(), by: 'ada', reason: undefined }));
      for (const deal of [first, won]) await subject.crm.addDeal(deal);

      const other = early ?? (await subject.another());
      expect(await subject.keep({ phone: '2125550123' }, other)).toBe(ann);
      const again = { email: 'ann@example.com', lastName: 'Lee', zip: '10001' };
      expect(await subject.keep(again, other)).toBe(ann);
      expect(await subject.contact(ann)).toMatchObject({ lastName: 'Lee', zip: '02139' });
      expect(await other.statusOf(first.id)).toMatchObject({ status: 'In Progress' });
      expect(await other.statusOf(won.id)).toMatchObject({ status: 'Won' });
      expect(await other.earlierDeal('vendor-1', sent.key)).toMatchObject(earlier(first));
      expect(await other.addDeal(await subject.deal({}, { idempotency: sent }))).toMatchObject(
        earlier(first),
      );
    });
  });
}
