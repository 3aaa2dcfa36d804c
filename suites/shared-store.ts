import { describe, expect, it } from 'vitest';
import { earlier, movedOn, sentWith } from './samples.ts';
import { needs, type Subject } from './subject.ts';

/** Tests that what was acknowledged is in the store, and not only in the adapter's memory. */
export function sharedStore(subject: Subject): void {
  describe('a second adapter on the same store', () => {
    needs('another', subject);

    it.each(['before', 'after'])('finds everything that was kept %s it was opened', async (when) => {
      const early = when === 'after' ? await subject.another() : undefined;
      const sent = sentWith('order 1');
      const ann = await subject.keep({ email: 'ann@example.com', phone: '2125550123' });
      await subject.keep({ email: 'ann@example.com', zip: '02139' });
      const first = subject.deal({}, { idempotency: sent });
      const open = subject.deal();
      const won = movedOn(open, { status: 'Won', at: new Date(), by: 'ada', reason: undefined });
      for (const deal of [first, won]) await subject.add(deal);

      const other = early ?? (await subject.another());
      const cause =
        'another process does not find it: it was kept in the adapter alone, or remembered from before';
      expect(await subject.keep({ phone: '2125550123' }, other), cause).toBe(ann);
      const again = { email: 'ann@example.com', lastName: 'Lee', zip: '10001' };
      expect(await subject.keep(again, other), cause).toBe(ann);
      expect(await subject.contact(ann), cause).toMatchObject({ lastName: 'Lee', zip: '02139' });
      expect(await other.statusOf(first.id), cause).toMatchObject({ status: 'In Progress' });
      expect(await other.statusOf(won.id), cause).toMatchObject({ status: 'Won' });
      expect(await other.earlierDeal('vendor-1', sent.key), cause).toMatchObject(earlier(first));
      const repeated = await subject.add(subject.deal({}, { idempotency: sent }), undefined, other);
      expect(repeated, cause).toMatchObject(earlier(first));
    });
  });
}
