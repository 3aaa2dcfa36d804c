import { describe, expect, it } from 'vitest';
import { earlier, sentWith } from './samples.ts';
import type { Subject } from './subject.ts';

/**
 * Tests simultaneous uses of an idempotency key; with `another` between two adapters, where a lock inside one
 * process does not help.
 */
export function keyRaces(subject: Subject): void {
  describe('an idempotency key under concurrency', () => {
    it('creates one deal when it is sent 50 times', async () => {
      const turn = await subject.takingTurns();
      const sent = { idempotency: sentWith('order 1') };
      const deals = Array.from({ length: 50 }, () => subject.deal({}, sent));
      const outcomes = await Promise.all(deals.map((deal, n) => subject.add(deal, undefined, turn(n))));
      const [kept, ...more] = await subject.deals();
      const cause = 'one key has several deals: make vendor and key unique together in the store';
      expect(more.length, cause).toBe(0);
      expect(outcomes.filter((outcome) => outcome === 'added').length, cause).toBe(1);
      const others = outcomes.filter((outcome) => outcome !== 'added');
      const answer = 'those that lose the race resolve to the deal that is kept';
      expect(others, answer).toMatchObject(others.map(() => kept && earlier(kept)));
    });

    it('is settled for each vendor when several send it, with the same or different content', async () => {
      const turn = await subject.takingTurns();
      const deals = Array.from({ length: 60 }, (_, n) => {
        const idempotency = sentWith('k', n < 30 ? 'a lead' : 'another lead');
        return subject.deal({}, { vendorId: `vendor-${n % 3}`, idempotency });
      });
      const outcomes = await Promise.all(deals.map((deal, n) => subject.add(deal, undefined, turn(n))));
      const kept = new Map((await subject.deals()).map((deal) => [deal.vendorId, deal]));
      const cause = 'an answer does not fit what is kept: make vendor and key unique together in the store';
      expect(kept.size, cause).toBe(3);
      for (const [n, deal] of deals.entries()) {
        const first = kept.get(deal.vendorId);
        if (first?.id === deal.id) expect(outcomes[n], cause).toBe('added');
        else expect(outcomes[n], cause).toMatchObject(first ? earlier(first) : {});
      }
    });
  });
}
