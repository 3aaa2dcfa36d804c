import { beforeEach, expect, it } from 'vitest';
import {
  REFUSED_REQUESTS_KEPT,
  type Refusals,
  type RefusedRequest,
  type VendorsRequest,
} from '../src/operators/application/ports/outbound/refusals.ts';
import { DAY_MS } from '../src/operators/domain/day.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { inexact, lookalikeVendors } from './lookalikes.ts';

/** An empty store of refused requests. */
export interface RefusalsUnderTest extends UnderTest<Refusals> {
  readonly refusals: Refusals;
}

/** Tests all that the port `Refusals` promises. `open` is called for each test. */
export const refusalsContract = contractOf<RefusalsUnderTest>(['refusals'], (suite) => {
  let refusals: Refusals;
  beforeEach(() => {
    refusals = suite.current().refusals;
  });
  it('keeps the last requests of each vendor, the newest first, whatever they were refused for', async () => {
    const whole = refusedAt(1, { status: 500, reason: 'fault', externalId: 'A-1', problems: undefined });
    await refusals.add([
      of('ven_1', whole),
      of('ven_2', refusedAt(NEXT_DAY + 9)),
      of('ven_1', refusedAt(NEXT_DAY + 3)),
      of('ven_1', refusedAt(NEXT_DAY + 5)),
    ]);
    await refusals.add([]);
    const late = refusedAt(NEXT_DAY + 4, { reason: 'media-type' });
    await refusals.add([of('ven_1', late)]);
    expect(await refusals.requests('ven_1')).toEqual([
      refusedAt(NEXT_DAY + 5),
      late,
      refusedAt(NEXT_DAY + 3),
      whole,
    ]);
    expect(await refusals.requests('ven_2')).toEqual([refusedAt(NEXT_DAY + 9)]);
    expect(await refusals.requests('ven_3')).toEqual([]);

    const flood = Array.from({ length: REFUSED_REQUESTS_KEPT }, (_, n) => refusedAt(NEXT_DAY + 100 + n));
    await refusals.add(flood.map((each) => of('ven_1', each)));
    const last = [refusedAt(NEXT_DAY + 200), refusedAt(NEXT_DAY + 201)];
    await refusals.add(last.map((each) => of('ven_1', each)));
    const kept = await refusals.requests('ven_1');
    const cause = `keep the last ${REFUSED_REQUESTS_KEPT} of a vendor, and no more`;
    expect(kept.map(timeOf), cause).toEqual([...flood.slice(2), ...last].toReversed().map(timeOf));
    expect(await refusals.requests('ven_2')).toEqual([refusedAt(NEXT_DAY + 9)]);
  });

  it('tells the last one of each vendor, by exactly its id, whatever that is', async () => {
    expect(await refusals.latest()).toEqual([]);
    const last = lookalikeVendors.map((id, n) => of(id, refusedAt(NEXT_DAY + n)));
    await refusals.add([...last, ...lookalikeVendors.map((id, n) => of(id, refusedAt(n)))]);
    const byId = (requests: readonly VendorsRequest[]) =>
      requests.toSorted((a, b) => (a.vendorId < b.vendorId ? -1 : 1));
    expect(byId(await refusals.latest()), inexact).toEqual(byId(last));
  });

  it('takes ids of the vendor’s own off its requests, and leaves all else', async () => {
    const [first, again, other] = [
      refusedAt(1, { externalId: 'A-1' }),
      refusedAt(2, { externalId: 'A-1' }),
      refusedAt(3, { externalId: 'A-10' }),
    ];
    await refusals.add([of('ven_1', first), of('ven_1', again), of('ven_1', other), of('ven_2', first)]);
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
    const other = (await suite.current().another?.()) ?? refusals;
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? other : refusals).add([of('ven_1', refusedAt(n)), of(`ven_${n % 3}`, refusedAt(100 + n))]),
      ),
    );
    const kept = await Promise.all(['ven_0', 'ven_1', 'ven_2'].map((id) => refusals.requests(id)));
    const cause =
      'requests were lost: have the store add them, in place of writing a list that was read before';
    expect(
      kept.map(({ length }) => length),
      cause,
    ).toEqual([7, 27, 6]);
  });

  suite.unreachable(async () => {
    return {
      add: () => refusals.add([of('ven_1', refusedAt(1))]),
      latest: () => refusals.latest(),
      requests: () => refusals.requests('ven_1'),
      forget: () => refusals.forget('ven_1', ['A-1']),
    };
  });
});

const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10); // a store may forget what is old

/** The length of a day in seconds. */
const NEXT_DAY = DAY_MS / 1_000;

const of = (vendorId: string, request: RefusedRequest): VendorsRequest => ({ vendorId, ...request });

/** Makes a refused request. `second`: seconds after the beginning of yesterday. */
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
