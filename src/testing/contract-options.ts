/** For the suites of the operator's ports. */
export interface ContractOptions {
  /** Milliseconds that a test may take, 30,000 by default. */
  readonly timeout?: number | undefined;
  /** What this store cannot offer. Its tests are left out; otherwise they are shown as skipped. */
  readonly without?: readonly 'breakDown'[] | undefined;
}

/** Milliseconds within which an operator has to hear that the store cannot be reached. */
export const OPERATOR_LIMIT = 10_000;
