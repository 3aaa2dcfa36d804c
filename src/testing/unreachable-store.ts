import { describe, it } from 'vitest';
import { sentWith } from './samples.ts';
import { needs, type Subject } from './subject.ts';
import { expectUnavailable, telling } from './unreachable.ts';

const LIMIT = 10_000;

export function unreachableStore(subject: Subject): void {
  describe('a store that cannot be reached', () => {
    needs('breakDown', subject);

    it('is StoreUnavailable from every method, within 10 s, and answers again once it can be reached', async () => {
      const { crm, under } = subject;
      const sent = sentWith('order 1');
      const kept = await subject.deal(telling, { idempotency: sent });
      const bare = await subject.deal(telling);
      const fresh = await subject.deal(telling, { idempotency: sentWith('new') });
      await subject.keep(telling);
      await crm.addDeal(kept);
      await crm.statusOf(kept.id);

      const calls = {
        'upsertContact, known': () => subject.keep(telling),
        'upsertContact, new': () => subject.keep({ ...telling, email: 'ann@example.com' }),
        addDeal: () => crm.addDeal(bare),
        'addDeal, new key': () => crm.addDeal(fresh),
        'addDeal, known key': () => crm.addDeal({ ...fresh, idempotency: sent }),
        'earlierDeal, known': () => crm.earlierDeal('vendor-1', sent.key),
        'earlierDeal, new': () => crm.earlierDeal('vendor-1', 'newer'),
        'statusOf, known': () => crm.statusOf(kept.id),
        'statusOf, unknown': () => crm.statusOf(fresh.id),
      };
      await expectUnavailable(under, calls, LIMIT);
    });
  });
}
