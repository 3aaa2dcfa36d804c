import { describe, expect, it } from 'vitest';
import { byId, sentWith } from './samples.ts';
import { needs, type Subject } from './subject.ts';

/**
 * Tests that methods reject if nothing was written: a result would be acknowledged to the vendor, who never
 * sends the lead again.
 */
export function refusedWrites(subject: Subject): void {
  describe('a store that refuses to write', () => {
    needs('refuseWrites', subject);

    it('makes each lead that is added reject, with any error', async () => {
      const { under } = subject;
      const email = 'ann@example.com';
      await subject.add(subject.deal({ email }, { idempotency: sentWith('kept') }));
      const keyed = subject.deal({ email }, { idempotency: sentWith('new') });
      const contacts = byId(await subject.contacts());
      const deals = await subject.deals();

      await under.refuseWrites?.();
      const writes = {
        'of a new customer': () => subject.keep({ email: 'ben@example.com' }),
        'of a known customer': () => subject.keep({ email }),
        'of one who told more': () => subject.keep({ email, zip: '02139' }),
        'with a key': () => subject.add(keyed),
      };
      const outcomes: string[] = [];
      for (const [name, write] of Object.entries(writes)) outcomes.push(`${name}: ${await outcomeOf(write)}`);
      const cause =
        'a write was acknowledged that the store refused: wait for its answer, and pass its error on';
      expect(outcomes, cause).toEqual(Object.keys(writes).map((name) => `${name}: rejected`));
      const kept = 'the test refuses writes, and something was written nevertheless: see refuseWrites()';
      expect(byId(await subject.contacts()), kept).toEqual(contacts);
      expect(await subject.deals(), kept).toEqual(deals);
    });
  });
}

const outcomeOf = (write: () => Promise<unknown>): Promise<string> =>
  Promise.resolve()
    .then(write)
    .then(
      (value) => `resolved to ${JSON.stringify(value)}`,
      () => 'rejected',
    );
