const LONGEST = 255;

/**
 * Printable ASCII, not blanks alone, and no comma: proxies and gateways join two headers by one, so that nobody could tell a
 * key from two.
 */
export const idempotencyKeyShape = /^ *[!-+.-~-][ -+.-~-]*$/;

/** The same, in the words of JSON Schema. */
export const idempotencyKeySchema = { minLength: 1, maxLength: LONGEST, pattern: idempotencyKeyShape.source };

/** Whether a vendor can use this as an idempotency key. */
export const isIdempotencyKey = (given: unknown): given is string =>
  typeof given === 'string' && given.length <= LONGEST && idempotencyKeyShape.test(given);
