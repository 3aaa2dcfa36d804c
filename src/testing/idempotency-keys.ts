import { describe, expect, it } from 'vitest';
import { lookalikeKeys, lookalikeVendors, separators } from './lookalikes.ts';
import { sentWith } from './samples.ts';
import type { Subject } from './subject.ts';

export function idempotencyKeys(subject: Subject): void {
  describe('an idempotency key', () => {
    const sent = sentWith('order 1');
    const sentAgain = sentWith('order 1', 'another lead');

    it('has no earlier deal if it is new', async () => {
      await subject.crm.addDeal(await subject.deal({}, { idempotency: sentWith('another') }));
      expect(await subject.crm.earlierDeal('vendor-1', sent)).toBeUndefined();
    });

    it('leads back to the first deal if the content is the same', async () => {
      const first = await subject.deal({}, { idempotency: sent });
      await subject.crm.addDeal(first);
      const replayed = { outcome: 'replayed', leadId: first.id };
      expect(await subject.crm.earlierDeal('vendor-1', sent)).toEqual(replayed);
      expect(await subject.crm.addDeal(await subject.deal({}, { idempotency: sent }))).toEqual(replayed);
      expect(await subject.deals()).toEqual([first]);
    });

    it('conflicts if the content is different', async () => {
      await subject.crm.addDeal(await subject.deal({}, { idempotency: sent }));
      const other = await subject.deal({}, { idempotency: sentAgain });
      expect(await subject.crm.earlierDeal('vendor-1', sentAgain)).toEqual({ outcome: 'conflict' });
      expect(await subject.crm.addDeal(other)).toEqual({ outcome: 'conflict' });
      expect(await subject.deals()).toHaveLength(1);
    });

    it('leads back to its deal whatever is sent once the fingerprint has been erased', async () => {
      const first = await subject.deal({}, { idempotency: { ...sent, fingerprint: undefined } });
      await subject.crm.addDeal(first);
      const replayed = { outcome: 'replayed', leadId: first.id };
      expect(await subject.crm.earlierDeal('vendor-1', sent)).toEqual(replayed);
      expect(await subject.crm.addDeal(await subject.deal({}, { idempotency: sent }))).toEqual(replayed);
    });

    it('belongs to one vendor only, however alike the ids of others look', () =>
      expectAllNew(
        subject,
        ...['vendor-1', 'vendor-2', ...lookalikeVendors].map((id) => [id, 'k'] as const),
      ));

    it('is another one if a single character differs, or the case of a letter', () =>
      expectAllNew(subject, ...lookalikeKeys.map((key) => ['vendor-1', key] as const)));

    it('never runs together with the vendor id, whatever characters they contain', () =>
      expectAllNew(
        subject,
        ...separators.map((between) => [`a${between}b`, 'c'] as const),
        ...separators.map((between) => ['a', `b${between}c`] as const),
      ));

    it('is never interpreted as a query operator', async () => {
      await subject.crm.addDeal(await subject.deal({}, { idempotency: sentWith('$exists') }));
      expect(await subject.crm.earlierDeal('vendor-1', sentWith('{"$ne":null}'))).toBeUndefined();
      expect(await subject.crm.earlierDeal('vendor-1', sentWith('$exists'))).toBeDefined();
    });
  });
}

/** Adds a deal for each: none is taken for a repetition of another, and each leads back to its own deal. */
async function expectAllNew(
  subject: Subject,
  ...submissions: readonly (readonly [vendorId: string, key: string])[]
): Promise<void> {
  const added = await Promise.all(
    submissions.map(([vendorId, key]) => subject.deal({}, { vendorId, idempotency: sentWith(key) })),
  );
  const [first, ...others] = added;
  const outcomes = first ? [await subject.crm.addDeal(first)] : [];
  for (const [vendorId, key] of submissions.slice(1)) {
    expect([vendorId, key, await subject.crm.earlierDeal(vendorId, sentWith(key))]).toEqual([
      vendorId,
      key,
      undefined,
    ]);
  }
  outcomes.push(...(await Promise.all(others.map((deal) => subject.crm.addDeal(deal)))));
  expect(submissions.map((each, index) => [each, outcomes[index]])).toEqual(
    submissions.map((each) => [each, 'added']),
  );
  const earlier = await Promise.all(
    submissions.map(([vendorId, key]) => subject.crm.earlierDeal(vendorId, sentWith(key))),
  );
  expect(submissions.map((each, index) => [each, earlier[index]])).toEqual(
    submissions.map((each, index) => [each, { outcome: 'replayed', leadId: added[index]?.id }]),
  );
}
