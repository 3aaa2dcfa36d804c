import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  REFUSED_REQUESTS_KEPT,
  type RefusalCount,
  type Refusals,
  type RefusedRequest,
} from '../application/ports/outbound/refusals.ts';
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

    it('keeps the last requests of each vendor, the newest first, whatever they were refused for', async () => {
      const whole = refusedAt(1, { status: 500, reason: 'fault', externalId: 'A-1', problems: undefined });
      await refusals.add([
        counted(yesterday, 'ven_1', 'fault', 1, [whole]),
        counted(today, 'ven_1', 'invalid-lead', 2, [refusedAt(3), refusedAt(5)]),
        counted(today, 'ven_2', 'invalid-lead', 1, [refusedAt(9)]),
      ]);
      await refusals.add([counted(today, 'ven_1', 'fault', 1, [refusedAt(4)])]);
      expect(await refusals.requests('ven_1')).toEqual([refusedAt(5), refusedAt(4), refusedAt(3), whole]);
      expect(await refusals.requests('ven_2')).toEqual([refusedAt(9)]);
      expect(await refusals.requests('ven_3')).toEqual([]);
      expect(await since(today)).not.toContainEqual(expect.objectContaining({ requests: expect.anything() }));

      const flood = Array.from({ length: REFUSED_REQUESTS_KEPT }, (_, n) => refusedAt(100 + n));
      await refusals.add([counted(today, 'ven_1', 'fault', 60, flood)]);
      await refusals.add([
        counted(today, 'ven_1', 'fault', 1, [refusedAt(200)]),
        counted(today, 'ven_1', 'invalid-lead', 1, [refusedAt(201)]),
      ]);
      const kept = await refusals.requests('ven_1');
      const cause = `keep the last ${REFUSED_REQUESTS_KEPT} of a vendor, and no more`;
      expect(kept.map(timeOf), cause).toEqual(
        [...flood.slice(2), refusedAt(200), refusedAt(201)].toReversed().map(timeOf),
      );
      expect(await refusals.requests('ven_2')).toEqual([refusedAt(9)]);
    });

    it('takes ids of the vendor’s own off its requests, and leaves all else', async () => {
      const [first, again, other] = [
        refusedAt(1, { externalId: 'A-1' }),
        refusedAt(2, { externalId: 'A-1' }),
        refusedAt(3, { externalId: 'A-10' }),
      ];
      await refusals.add([
        counted(yesterday, 'ven_1', 'invalid-lead', 1, [first]),
        counted(today, 'ven_1', 'invalid-lead', 2, [again, other]),
        counted(today, 'ven_2', 'invalid-lead', 1, [first]),
      ]);
      await refusals.forget('ven_1', ['A-1', 'B-1']);
      await refusals.forget('ven_1', []);
      await refusals.forget('ven_3', ['A-1']);
      expect(await refusals.requests('ven_1'), 'remove these ids, of this vendor alone').toEqual([
        other,
        { ...again, externalId: undefined },
        { ...first, externalId: undefined },
      ]);
      expect(await refusals.requests('ven_2')).toEqual([first]);
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
        requests: () => refusals.requests('ven_1'),
        forget: () => refusals.forget('ven_1', ['A-1']),
      };
      return expectUnavailable(under, calls, OPERATOR_LIMIT);
    });
  });
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const today = dayOf(Date.now()); // a store may forget what is old
const yesterday = dayOf(Date.now() - DAY_MS);

const counted = (
  day: string,
  vendorId: string,
  reason: string,
  count: number,
  requests?: readonly RefusedRequest[],
): RefusalCount => ({ day, vendorId, reason, count, ...(requests && { requests }) });

/** `second`: after some moment of yesterday. */
const refusedAt = (second: number, given: Partial<RefusedRequest> = {}): RefusedRequest => ({
  at: new Date(Date.parse(yesterday) + second * 1_000),
  requestId: `r${second}`,
  status: 400,
  reason: 'invalid-lead',
  externalId: undefined,
  problems: ['phone invalid-phone', 'last_name too-long'],
  ...given,
});

const timeOf = ({ at }: RefusedRequest): number => at.getTime();

const textOf = ({ day, vendorId, reason }: RefusalCount): string => JSON.stringify([day, vendorId, reason]);
