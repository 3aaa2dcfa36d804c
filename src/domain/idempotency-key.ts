const LONGEST = 255;

/**
 * The shape of an idempotency key: printable ASCII, not only spaces, and no comma, by which proxies and
 * gateways join two headers: nobody could tell such a key from two.
 */
const idempotencyKeyShape = /^ *[!-+.-~-][ -+.-~-]*$/;

/** Such a key in a header, in JSON Schema: HTTP takes the blanks off both ends. */
export const idempotencyKeySchema = {
  minLength: 1,
  maxLength: LONGEST,
  pattern: '^[!-+.-~-]([ -+.-~-]*[!-+.-~-])?$',
};

/** Whether a vendor can use this as an idempotency key. */
export const isIdempotencyKey = (given: unknown): given is string =>
  typeof given === 'string' && given.length <= LONGEST && idempotencyKeyShape.test(given);
