export interface ContractOptions {
  /** Milliseconds that a test may take, 30,000 by default. */
  readonly timeout?: number | undefined;
}

/** Milliseconds within which an operator has to hear that the store cannot be reached. */
export const OPERATOR_LIMIT = 10_000;
