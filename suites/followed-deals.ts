import { describe, expect, it } from 'vitest';
import type { DealPlace } from '../src/operators/application/ports/outbound/kept-leads.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { changeOne, second } from './operator-samples.ts';

/** Tests lists of deals in the order in which they were received and changed. */
export function followedDeals(subject: BackOfficeSubject): void {
  describe('the changes of deals', () => {
    /** Adds deals received in the order of their letters; a second number is the time of a change. */
    async function some(): Promise<void> {
      const at: [string, number, number?][] = [
        ['a', 1, 9],
        ['b', 2],
        ['c', 3, 4],
        ['d', 4],
        ['e', 5, 7],
        ['f', 7],
        ['g', 7, 7],
        ['h', 8],
      ];
      for (const [id, received, changed] of at)
        await subject.deal(id, {
          receivedAt: second(received),
          ...(changed && { changedAt: second(changed) }),
        });
    }

    async function walk(limit: number, after?: DealPlace): Promise<string[]> {
      const seen: string[] = [];
      for (let place = after; seen.length < 99; ) {
        const page = await subject.leads.deals({ changes: true, after: place, limit });
        seen.push(...page.map(({ id }) => id));
        place = page.at(-1);
        if (!place || page.length < limit) break;
      }
      return seen;
    }

    it('are all deals, by their last change, or by receipt if there was none, whatever the size of a page', async () => {
      await some();
      for (const limit of [1, 2, 3, 4, 9])
        expect([limit, await walk(limit)]).toEqual([limit, ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'a']]);
    });

    it('continue behind a place, also one of a deal that has changed since', async () => {
      await some();
      const [b, c] = await subject.leads.deals({ changes: true, limit: 2 });
      await changeOne(subject.leads, 'c', () => ({ owner: 'grace', changedAt: second(10) }));
      await changeOne(subject.leads, 'd', () => ({ owner: 'grace', changedAt: second(11) }));
      expect(await walk(2, c)).toEqual(['e', 'f', 'g', 'h', 'a', 'c', 'd']);
      expect(await walk(3, b)).toEqual(['e', 'f', 'g', 'h', 'a', 'c', 'd']);
      expect(await walk(3, { receivedAt: second(7), id: 'f' })).toEqual(['g', 'h', 'a', 'c', 'd']);
    });

    it('have those that were erased, when they were', async () => {
      await some();
      await subject.deal('of-bob', { receivedAt: second(6) }, { email: 'bob@example.com' });
      await subject.erasure.eraseLead('b', second(20));
      await subject.erasure.eraseLead('b', second(30));
      const { contactId } = (await subject.kept('of-bob')) ?? {};
      await subject.erasure.erase(contactId ?? '', second(21));
      await subject.erasure.retire(['h'], { unmovedSince: second(9), at: second(22) });
      expect(await walk(9)).toEqual(['c', 'd', 'e', 'f', 'g', 'a', 'b', 'of-bob', 'h']);
      const erased = await subject.leads.deals({
        changes: true,
        after: { receivedAt: second(19), id: '' },
        limit: 9,
      });
      expect(erased.map(({ customer, changedAt }) => [customer, changedAt])).toEqual([
        [undefined, second(20)],
        [undefined, second(21)],
        [undefined, second(22)],
      ]);
    });
  });
}
