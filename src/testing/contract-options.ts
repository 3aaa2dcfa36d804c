/** For the suites of the operator's ports. */
export interface ContractOptions {
  /** Milliseconds that a test may take, 30,000 by default. */
  readonly timeout?: number | undefined;
  /** What this store cannot offer. Its tests are left out; otherwise they are shown as skipped. */
  readonly without?: readonly ('breakDown' | 'another' | 'operators')[] | undefined;
}

/** Milliseconds within which an operator has to hear that the store cannot be reached. */
export const OPERATOR_LIMIT = 10_000;

/** Throws TypeError unless `open()` resolves to all of these: one clear sentence instead of a confusing one for each test. */
export function requireParts(under: unknown, ...names: readonly string[]): void {
  const parts: Readonly<Record<string, unknown>> = { ...(under as object | undefined) };
  const missing = names.filter((name) => parts[name] === undefined);
  if (missing.length > 0)
    throw new TypeError(`open() has to resolve to { ${names.join(', ')} }; missing: ${missing.join(', ')}.`);
}
