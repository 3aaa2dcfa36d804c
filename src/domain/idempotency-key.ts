const LONGEST = 255;

/**
 * The shape of an idempotency key: printable ASCII, not blanks alone, and no comma, because proxies and gateways join
 * two headers by one: nobody could tell one key from two.
 */
export const idempotencyKeyShape = /^ *[!-+.-~-][ -+.-~-]*$/;

/** The shape and length of an idempotency key, as JSON Schema says them. */
export const idempotencyKeySchema = { minLength: 1, maxLength: LONGEST, pattern: idempotencyKeyShape.source };

/** Whether a vendor can use this as an idempotency key. */
export const isIdempotencyKey = (given: unknown): given is string =>
  typeof given === 'string' && given.length <= LONGEST && idempotencyKeyShape.test(given);
