import { beforeEach, expect, it } from 'vitest';
import type { Lease, Leases } from '../src/operators/application/ports/outbound/leases.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { second } from './operator-samples.ts';

/** A store of leases, none of which is taken. */
export interface LeasesUnderTest extends UnderTest<Leases> {
  readonly leases: Leases;
}

/** Tests all that the port `Leases` promises. `open` is called for each test. */
export const leasesContract = contractOf<LeasesUnderTest>(['leases'], (suite) => {
  let leases: Leases;
  beforeEach(() => {
    leases = suite.current().leases;
  });
  const take = async (lease: Lease, now: Date, from = leases) => ({ ...(await from.take(lease, now)) });

  it('gives each work to one holder, who may prolong it, until it ends or is let go', async () => {
    const mine = lease('mine', 60);
    expect(await take(mine, second(0))).toEqual(mine);
    expect(await take(lease('theirs', 120), second(59)), 'it is taken').toEqual(mine);
    const prolonged = lease('mine', 90);
    expect(await take(prolonged, second(59))).toEqual(prolonged);
    expect(await take(lease('theirs', 180), second(89)), 'it was prolonged').toEqual(prolonged);
    const other = { ...lease('theirs', 120), work: 'Sweep' };
    expect(await take(other, second(0)), 'works are compared exactly').toEqual(other);
    const theirs = lease('theirs', 180);
    expect(await take(theirs, second(90)), 'it has ended').toEqual(theirs);
    await leases.end('sweep', 'mine');
    expect(await take(mine, second(91)), 'only who has it may let it go').toEqual(theirs);
    await leases.end('sweep', 'theirs');
    expect(await take(mine, second(91)), 'it was let go').toEqual(mine);
    await leases.end('nothing', 'mine');
  });

  it('has one holder, however many want it at once', async () => {
    const other = (await suite.current().another?.()) ?? leases;
    const inForce = await Promise.all(
      Array.from({ length: 20 }, (_, n) => take(lease(`h-${n}`, 60), second(0), n % 2 ? other : leases)),
    );
    const cause = 'two have it: take it and see whether it was free in one step';
    expect(new Set(inForce.map(({ holder }) => holder)).size, cause).toBe(1);
  });

  suite.unreachable(async () => {
    return {
      take: () => leases.take(lease('mine', 60), second(0)),
      end: () => leases.end('sweep', 'mine'),
    };
  });
});

/** Makes a lease. `ends`: the second at which it ends. */
const lease = (holder: string, ends: number): Lease => ({
  work: 'sweep',
  holder,
  by: `grace of ${holder}`,
  since: second(0),
  ends: second(ends),
});
