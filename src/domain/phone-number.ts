import { BrokenRule } from './invalid-lead.ts';
import { trimmed } from './text.ts';

/** A North American phone number: ten digits, or eleven starting with 1 (Spec 2.1 rules 2 and 3). */
export class PhoneNumber {
  declare private readonly brand: never;
  /** The digits alone. A leading 1 is kept if it was sent. */
  readonly value: string;

  /** The most characters as sent, without surrounding white space. */
  static readonly limit = 64;

  private constructor(value: string) {
    this.value = value;
  }

  /** Reads a number: removes all but digits. Throws BrokenRule (`invalid-phone` or `too-long`). */
  static parse(raw: string): PhoneNumber {
    const digits = trimmed(PhoneNumber.limit)(raw).replace(/\D/g, '');
    if (!/^1?\d{10}$/.test(digits)) throw new BrokenRule('invalid-phone');
    return new PhoneNumber(digits);
  }

  /** Takes a number from a store without checking it: the rules may have become stricter since it was parsed. */
  static restore(value: string): PhoneNumber {
    return new PhoneNumber(value);
  }

  /** The number in a text, such as `${contact.phone}`. */
  toString(): string {
    return this.value;
  }

  /** The form in which numbers are compared: the last ten digits. */
  get identity(): string {
    return this.value.slice(-10);
  }
}
