/** The shape of an idempotency key: 1 to 255 printable ASCII characters. */
export const idempotencyKeyShape = /^[ -~]{1,255}$/;

/** Whether a vendor can use this as an idempotency key. */
export const isIdempotencyKey = (given: unknown): given is string =>
  typeof given === 'string' && idempotencyKeyShape.test(given);
