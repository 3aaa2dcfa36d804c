import { BrokenRule } from './invalid-lead.ts';
import { oneLine } from './text.ts';

/** A North American phone number: ten digits, or eleven of which the first is 1 (Spec 2.1 rules 2 and 3). */
export class PhoneNumber {
  declare private readonly brand: never;
  /** Digits only, the leading 1 kept if it was sent. */
  readonly value: string;

  /** Characters, as sent. */
  static readonly limit = 64;

  private constructor(value: string) {
    this.value = value;
  }

  /** Whatever is no digit is passed over. Throws BrokenRule. */
  static parse(raw: string): PhoneNumber {
    const digits = oneLine(PhoneNumber.limit)(raw).replace(/\D/g, '');
    if (!/^1?\d{10}$/.test(digits)) throw new BrokenRule('invalid-phone');
    return new PhoneNumber(digits);
  }

  /** What two ways of writing the same number share: the last ten digits. */
  get identity(): string {
    return this.value.slice(-10);
  }
}
