/** An order that is carried out once, however often it comes. */
export interface Once {
  /** Names the order. Throws Refused (`idempotency-key-reused`) if another one had this name. */
  readonly once?: string | undefined;
}
