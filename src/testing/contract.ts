import { afterEach, beforeEach, describe, it } from 'vitest';
import { type Breakable, type Calls, expectUnavailable } from './unreachable.ts';

/** For a suite. */
export interface OptionsOf<W extends string> {
  /** Milliseconds that a test may take, 30,000 by default. The longest ones call the store 600 times. */
  readonly timeout?: number | undefined;
  /** What this store cannot offer. Its tests are left out; otherwise they are shown as skipped. */
  readonly without?: readonly W[] | undefined;
}

/** For the suites of the operator's ports. */
export type ContractOptions = OptionsOf<'breakDown' | 'another' | 'operators'>;

/** An empty store, of which one test makes use. */
export interface UnderTest<P> extends Breakable {
  /**
   * A second adapter on the same store, as another process would have: it shares nothing else with the first. Called once at
   * most before `close`, which has to close it too.
   */
  another?(): Promise<P>;
  close?(): Promise<void>;
}

type OtherOf<U> = U extends { another?(): Promise<infer P> } ? P : never;

/** What the tests of a port are given. */
export interface Suite<U> {
  /** What the current test makes use of. */
  readonly current: () => U;
  readonly without: readonly string[];
  /** A test with a second adapter on the same store. */
  readonly shared: (what: string, test: (other: OtherOf<U>) => Promise<void>) => void;
  /** The test that these calls are StoreUnavailable while the store is, and succeed otherwise. */
  readonly unreachable: (calls: (under: U) => Promise<Calls>) => void;
}

/** Milliseconds within which a caller has to hear that the store cannot be reached. */
const LIMIT = 10_000;

/** A suite that opens a store for each test, with all of these parts. */
export function contract<U extends UnderTest<unknown>>(
  name: string,
  open: () => Promise<U>,
  { timeout = 30_000, without = [] }: OptionsOf<string>,
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
      without,
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
          return expectUnavailable(current(), await calls(current()), LIMIT);
        });
      },
    });
  });
}

/** The suite of these parts, for any store. */
export const contractOf =
  <U extends UnderTest<unknown>>(parts: readonly (keyof U & string)[], tests: (suite: Suite<U>) => void) =>
  (name: string, open: () => Promise<U>, options: ContractOptions = {}): void =>
    contract(`contract of ${parts.join(', ')}: ${name}`, open, options, parts, tests);

/** Throws TypeError unless `open()` resolves to all of these: one clear sentence instead of a confusing one for each test. */
export function requireParts(under: unknown, ...names: readonly string[]): void {
  const parts: Readonly<Record<string, unknown>> = { ...(under as object | undefined) };
  const missing = names.filter((name) => parts[name] === undefined);
  if (missing.length > 0)
    throw new TypeError(`open() has to resolve to { ${names.join(', ')} }; missing: ${missing.join(', ')}.`);
}
