const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BITS_PER_DIGIT = Math.log2(DIGITS.length);

/** Writes bytes as one number in base 62, zero-padded, so that the length depends only on the number of bytes. */
export function base62(bytes: Uint8Array): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let text = '';
  while (rest > 0n) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text.padStart(Math.ceil((bytes.length * 8) / BITS_PER_DIGIT), '0');
}
