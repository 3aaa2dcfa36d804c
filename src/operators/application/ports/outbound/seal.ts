/** Encrypts texts that a store keeps, so that only the holder of a secret can read them. */
export interface Seal {
  /** `secret`: text of at least 128 random bits. */
  seal(text: string, secret: string): string;
  /** Returns the text; `undefined` if it was sealed with another secret, or changed. */
  open(sealed: string, secret: string): string | undefined;
}
