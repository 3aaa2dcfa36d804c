import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../application/ports/outbound/store.ts';
import { sentWith } from './samples.ts';
import { needs, type Subject } from './subject.ts';

const LIMIT = 10_000;

const telling = { firstName: 'Xanthippe', phone: '2125550123', notes: 'Zugzwang.' };
const quotes = /(?:@|%40)example\.com|xanthippe|2125550123|zugzwang/i;

/** Anything but StoreUnavailable would be a fault to the service, and too long a wait as bad as no answer. */
export function unreachableStore(subject: Subject): void {
  describe('a store that cannot be reached', () => {
    needs('breakDown', subject);

    it('is StoreUnavailable from every method, within 10 s', async () => {
      const { crm, under } = subject;
      const sent = sentWith('order 1');
      const kept = await subject.deal(telling, { idempotency: sent });
      const bare = await subject.deal(telling);
      const fresh = await subject.deal(telling, { idempotency: sentWith('new') });
      await subject.keep(telling);
      await crm.addDeal(kept);
      await crm.statusOf(kept.id);

      await under.breakDown?.();
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
      const names = Object.keys(calls);
      const outcomes = await Promise.all(Object.values(calls).map(outcomeOf));
      expect(names.map((name, index) => `${name}: ${outcomes[index]}`)).toEqual(
        names.map((name) => `${name}: StoreUnavailable`),
      );
    });
  });
}

/** In words. */
async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer within 10 s'), LIMIT);
  });
  const answer = Promise.resolve()
    .then(call)
    .then(
      (value) => `resolved to ${JSON.stringify(value)}`,
      (error: unknown) => {
        if (!(error instanceof StoreUnavailable)) return `rejected with ${error}`;
        return quotes.test(error.message)
          ? 'StoreUnavailable with a message that quotes the customer'
          : 'StoreUnavailable';
      },
    );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
