import { describe, expect, it } from 'vitest';
import { inexact, lookalikeKeys, lookalikeVendors, separators } from './lookalikes.ts';
import { earlier, sentWith } from './samples.ts';
import type { Subject } from './subject.ts';

export function idempotencyKeys(subject: Subject): void {
  describe('an idempotency key', () => {
    const sent = sentWith('order 1');

    it('has no earlier deal if it is new', async () => {
      await subject.add(subject.deal({}, { idempotency: sentWith('another') }));
      expect(await subject.crm.earlierDeal('vendor-1', sent.key)).toBeUndefined();
    });

    it.each([
      ['the same content', sent],
      ['different content', sentWith('order 1', 'another lead')],
    ])('leads back to the first deal, and what was sent with it: %s', async (_, again) => {
      const first = subject.deal({}, { idempotency: sent });
      await subject.add(first);
      const found = await subject.crm.earlierDeal('vendor-1', sent.key);
      expect(found).toMatchObject(earlier(first));
      expect([undefined, first.receivedAt]).toContainEqual(found?.receivedAt);
      expect(await subject.add(subject.deal({}, { idempotency: again }))).toMatchObject(earlier(first));
      expect(await subject.deals()).toEqual([first]);
    });

    it('leads back to its deal once the fingerprint has been erased', async () => {
      const first = subject.deal({}, { idempotency: { ...sent, fingerprint: undefined } });
      await subject.add(first);
      const found = await subject.crm.earlierDeal('vendor-1', sent.key);
      const refused = await subject.add(subject.deal({}, { idempotency: sent }));
      expect([found, refused]).toMatchObject([{ id: first.id }, { id: first.id }]);
      expect([found, refused].map((each) => each !== 'added' && each?.idempotency?.fingerprint)).toEqual([
        undefined,
        undefined,
      ]);
    });

    it('belongs to one vendor only, however alike the ids of others look', () =>
      expectAllNew(
        subject,
        inexact,
        ...['vendor-1', 'vendor-2', ...lookalikeVendors].map((id) => [id, 'k'] as const),
      ));

    it('is another one if a single character differs, or the case of a letter', () =>
      expectAllNew(subject, inexact, ...lookalikeKeys.map((key) => ['vendor-1', key] as const)));

    it('never runs together with the vendor id, whatever characters they contain', () =>
      expectAllNew(
        subject,
        'vendor and key were made one text that others make, too: keep them apart',
        ...separators.map((between) => [`a${between}b`, 'c'] as const),
        ...separators.map((between) => ['a', `b${between}c`] as const),
      ));

    it('is never interpreted as a query operator', async () => {
      await subject.add(subject.deal({}, { idempotency: sentWith('$exists') }));
      const cause = 'a key was taken for a part of the query: pass it as a value';
      expect(await subject.crm.earlierDeal('vendor-1', '{"$ne":null}'), cause).toBeUndefined();
      expect(await subject.crm.earlierDeal('vendor-1', '$exists')).toBeDefined();
    });
  });
}

/**
 * Adds a deal for each submission, and expects that none counts as a repeat of another and each leads back to
 * its own.
 */
async function expectAllNew(
  subject: Subject,
  cause: string,
  ...submissions: readonly (readonly [vendorId: string, key: string])[]
): Promise<void> {
  const added = submissions.map(([vendorId, key]) =>
    subject.deal({}, { vendorId, idempotency: sentWith(key) }),
  );
  const [first, ...others] = added;
  const outcomes = first ? [await subject.add(first)] : [];
  for (const [vendorId, key] of submissions.slice(1)) {
    const found = [vendorId, key, await subject.crm.earlierDeal(vendorId, key)];
    expect(found, cause).toEqual([vendorId, key, undefined]);
  }
  outcomes.push(...(await Promise.all(others.map((deal) => subject.add(deal)))));
  expect(
    submissions.map((each, index) => [each, outcomes[index]]),
    cause,
  ).toEqual(submissions.map((each) => [each, 'added']));
  const found = await Promise.all(
    submissions.map(([vendorId, key]) => subject.crm.earlierDeal(vendorId, key)),
  );
  expect(
    submissions.map((each, index) => [each, found[index]?.id]),
    cause,
  ).toEqual(submissions.map((each, index) => [each, added[index]?.id]));
}
