import { BrokenRule } from './invalid-lead.ts';
import { oneLine } from './text.ts';

/** Dot-separated atoms, an @, and a domain of two labels or more; letters of any script (RFC 6531). */
const SHAPE =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+$/u;
const LOCAL_PART_LIMIT = 64;

/** An email address that mail could be sent to (Spec 2.1). */
export class EmailAddress {
  declare private readonly brand: never;
  /** As sent, without surrounding white space. */
  readonly value: string;

  /** Characters, as sent. */
  static readonly limit = 254;

  private constructor(value: string) {
    this.value = value;
  }

  /** Throws BrokenRule. */
  static parse(raw: string): EmailAddress {
    const address = oneLine(EmailAddress.limit)(raw);
    const domain = address.slice(address.indexOf('@') + 1);
    const labelsHold = domain.split('.').every((label) => !label.startsWith('-') && !label.endsWith('-'));
    if (!SHAPE.test(address) || address.indexOf('@') > LOCAL_PART_LIMIT || !labelsHold) {
      throw new BrokenRule('invalid-email');
    }
    return new EmailAddress(address);
  }

  /** What two ways of writing the same address share: the lower-case form. */
  get identity(): string {
    return this.value.toLowerCase();
  }
}
