/** Whether a vendor can use this text as an idempotency key: 1 to 255 printable ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[\x20-\x7e]{1,255}$/.test(text);
