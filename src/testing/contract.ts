import { afterEach, beforeEach, describe, it } from 'vitest';
import { type ContractOptions, OPERATOR_LIMIT, requireParts } from './contract-options.ts';
import { type Breakable, type Calls, expectUnavailable } from './unreachable.ts';

/** An empty store, of which one test makes use. */
export interface UnderTest<P> extends Breakable {
  /** A second adapter on the same store, as another process would have: it shares nothing else with the first. */
  another?(): Promise<P>;
  close?(): Promise<void>;
}

type OtherOf<U> = U extends { another?(): Promise<infer P> } ? P : never;

interface Suite<U> {
  /** What the current test makes use of. */
  readonly current: () => U;
  /** A test with a second adapter on the same store. */
  readonly shared: (what: string, test: (other: OtherOf<U>) => Promise<void>) => void;
  /** The test that these calls are StoreUnavailable while the store is, and succeed otherwise. */
  readonly unreachable: (calls: (under: U) => Promise<Calls>) => void;
}

/** A suite that opens a store for each test, with all of these parts. */
export function contract<U extends UnderTest<unknown>>(
  name: string,
  open: () => Promise<U>,
  { timeout = 30_000, without = [] }: ContractOptions,
  parts: readonly (keyof U & string)[],
  tests: (suite: Suite<U>) => void,
): void {
  describe(name, { timeout }, () => {
    let under: U | undefined;
    beforeEach(async () => {
      under = undefined;
      under = await open();
      requireParts(under, ...parts);
    }, timeout);
    afterEach(() => under?.close?.(), timeout);
    const current = (): U => under as U;

    tests({
      current,
      shared(what, test) {
        if (without.includes('another')) return;
        it(what, async ({ skip }) => {
          const other = await current().another?.();
          return other ? test(other as OtherOf<U>) : skip('open() offers no another()');
        });
      },
      unreachable(calls) {
        if (without.includes('breakDown')) return;
        it('is StoreUnavailable while the store cannot be reached, and works again afterwards', async ({
          skip,
        }) => {
          if (!current().breakDown) return skip('open() offers no breakDown()');
          return expectUnavailable(current(), await calls(current()), OPERATOR_LIMIT);
        });
      },
    });
  });
}
