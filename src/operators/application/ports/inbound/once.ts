/** An order that is carried out once, however often it comes. */
export interface Once {
  /** The order's name. Throws Refused (`idempotency-key-reused`) if another order had this name. */
  readonly once?: string | undefined;
}
