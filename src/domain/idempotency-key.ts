/** Whether a vendor can use this text as an idempotency key: 1 to 255 printable ASCII characters. */
export const isIdempotencyKey = (text: unknown): boolean =>
  typeof text === 'string' && idempotencyKey.test(text);

export const idempotencyKey = /^[ -~]{1,255}$/;
