import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RefusalCount, Refusals } from '../application/ports/outbound/refusals.ts';
import { DAY_MS } from '../domain/day.ts';
import { type ContractOptions, OPERATOR_LIMIT, requireParts } from './contract-options.ts';
import { inexact, lookalikeVendors } from './lookalikes.ts';
import { type Breakable, expectUnavailable } from './unreachable.ts';

/** Counters that have counted nothing. */
export interface RefusalsUnderTest extends Breakable {
  readonly refusals: Refusals;
  /** A second adapter on the same store, as another process would have: it shares nothing else with the first. */
  another?(): Promise<Refusals>;
  close?(): Promise<void>;
}

/** What the port `Refusals` promises. `open` is called for each test. */
export function refusalsContract(
  name: string,
  open: () => Promise<RefusalsUnderTest>,
  { timeout = 30_000, without = [] }: ContractOptions = {},
): void {
  describe(`refusals contract: ${name}`, { timeout }, () => {
    let under: RefusalsUnderTest | undefined;
    let refusals: Refusals;
    beforeEach(async () => {
      under = undefined;
      under = await open();
      requireParts(under, 'refusals');
      refusals = under.refusals;
    }, timeout);
    afterEach(() => under?.close?.(), timeout);
    const since = async (day: string) =>
      (await refusals.since(day)).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

    it('adds up by day, vendor and reason', async () => {
      await refusals.add([
        counted(today, 'ven_1', 'invalid-lead', 2),
        counted(today, 'ven_1', 'invalid-lead', 3),
        counted(today, 'ven_1', 'media-type', 1),
        counted(today, 'ven_2', 'invalid-lead', 7),
      ]);
      await refusals.add([]);
      await refusals.add([
        counted(today, 'ven_1', 'invalid-lead', 10),
        counted(yesterday, 'ven_1', 'fault', 4),
      ]);
      const cause = 'add to what is kept, also for what is twice in one call';
      expect(await since(yesterday), cause).toEqual([
        counted(yesterday, 'ven_1', 'fault', 4),
        counted(today, 'ven_1', 'invalid-lead', 15),
        counted(today, 'ven_1', 'media-type', 1),
        counted(today, 'ven_2', 'invalid-lead', 7),
      ]);
      expect(await since(today)).toHaveLength(3);
      expect(await since(dayOf(Date.now() + 2 * DAY_MS))).toEqual([]);
    });

    it('tells vendors apart by exactly their ids, whatever they are', async () => {
      const counts = lookalikeVendors.map((id, n) => counted(today, id, 'fault', n + 1));
      await refusals.add(counts);
      expect(await since(today), inexact).toEqual(
        counts.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1)),
      );
    });

    it('loses nothing of what several processes add at once', async () => {
      const other = (await under?.another?.()) ?? refusals;
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? other : refusals).add([
            counted(today, 'ven_1', 'fault', 1),
            counted(today, `ven_${n % 3}`, 'forbidden', 1),
          ]),
        ),
      );
      const counts = await since(today);
      const cause =
        'counts were lost: have the store add them, in place of writing a sum that was read before';
      expect(counts.find(({ reason }) => reason === 'fault')?.count, cause).toBe(20);
      const forbidden = counts.filter(({ reason }) => reason === 'forbidden');
      expect(
        forbidden.map(({ count }) => count),
        cause,
      ).toEqual([7, 7, 6]);
    });

    if (without.includes('breakDown')) return;

    it('is StoreUnavailable while the store cannot be reached, and works again afterwards', async ({
      skip,
    }) => {
      if (!under?.breakDown) return skip('open() offers no breakDown()');
      const calls = {
        add: () => refusals.add([counted(today, 'ven_1', 'fault', 1)]),
        since: () => refusals.since(today),
      };
      return expectUnavailable(under, calls, OPERATOR_LIMIT);
    });
  });
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const today = dayOf(Date.now()); // a store may forget what is old
const yesterday = dayOf(Date.now() - DAY_MS);

const counted = (day: string, vendorId: string, reason: string, count: number): RefusalCount => ({
  day,
  vendorId,
  reason,
  count,
});

const textOf = ({ day, vendorId, reason }: RefusalCount): string => JSON.stringify([day, vendorId, reason]);
