import { afterEach, beforeEach, describe, it } from 'vitest';
import { type Breakable, type Calls, expectUnavailable } from './unreachable.ts';
import { withWatched } from './watched.ts';

/** Options of a suite. */
export interface OptionsOf<W extends string> {
  /** The most milliseconds of a test, 30,000 by default. The longest tests call the store 600 times. */
  readonly timeout?: number | undefined;
  /**
   * Hooks that this store cannot offer, whose tests are left out. Tests of missing hooks that are not named are
   * shown as skipped.
   */
  readonly without?: readonly W[] | undefined;
}

/** Options of the suites for operators' ports. */
export type ContractOptions = OptionsOf<'breakDown' | 'another' | 'operators'>;

/** An empty store for one test. */
export interface UnderTest<P> extends Breakable {
  /**
   * Resolves to a second adapter on the same store, as another process would have: it shares nothing else with
   * the first. Called at most once before `close`, which has to close it as well.
   */
  another?(): Promise<P>;
  close?(): Promise<void>;
}

type OtherOf<U> = U extends { another?(): Promise<infer P> } ? P : never;

/** The helpers that a port's tests get. */
export interface Suite<U> {
  /** Returns the store of the current test. */
  readonly current: () => U;
  readonly without: readonly string[];
  /** Adds a test with a second adapter on the same store. */
  readonly shared: (what: string, test: (other: OtherOf<U>) => Promise<void>) => void;
  /** Adds the test that these calls throw StoreUnavailable while the store is unreachable, and succeed otherwise. */
  readonly unreachable: (calls: (under: U) => Promise<Calls>) => void;
}

/** Milliseconds within which a caller has to learn that the store cannot be reached. */
const LIMIT = 10_000;

/** Adds a suite that opens a store for each test, which has to have all of `parts`. */
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
      const opened = await open();
      requireParts(opened, ...parts);
      under = withWatched(opened, parts, (timeout * 2) / 3);
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

/** Makes the suite of these parts, for any store. */
export const contractOf =
  <U extends UnderTest<unknown>>(parts: readonly (keyof U & string)[], tests: (suite: Suite<U>) => void) =>
  (name: string, open: () => Promise<U>, options: ContractOptions = {}): void =>
    contract(`contract of ${parts.join(', ')}: ${name}`, open, options, parts, tests);

/**
 * Throws TypeError unless `open()` resolved to all of these: one clear sentence instead of a confusing one in
 * each test.
 */
export function requireParts(under: unknown, ...names: readonly string[]): void {
  const parts = under as Readonly<Record<string, unknown>> | undefined;
  const missing = names.filter((name) => parts?.[name] === undefined);
  if (missing.length > 0)
    throw new TypeError(`open() has to resolve to { ${names.join(', ')} }; missing: ${missing.join(', ')}.`);
}
