import { BrokenRule } from './invalid-lead.ts';
import { isAtMost, trimmed } from './text.ts';

/**
 * The shape of an address: atoms with dots between, an @, a domain of two or more labels. `letters`: inside of
 * `[…]`.
 */
function shapeOf(letters: string): RegExp {
  const atom = `[${letters}0-9!#$%&'*+/=?^_\`{|}~\\-]+`;
  const label = `[${letters}0-9\\-]+`;
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'u');
}

const LATIN = shapeOf('A-Za-z');
/**
 * Addresses in any script (RFC 6531). Compiled on first use: that takes milliseconds of a cold start, and few
 * need it.
 */
let anyScript: RegExp | undefined;

function hasShape(address: string): boolean {
  if (!/[^ -~]/.test(address)) return LATIN.test(address);
  anyScript ??= shapeOf('\\p{L}\\p{M}\\p{N}');
  return anyScript.test(address);
}

const LOCAL_PART_LIMIT = 64;
/** Characters between two dots of a domain (RFC 1035). */
const LABEL_LIMIT = 63;

/** An email address that mail could be sent to (Spec 2.1). */
export class EmailAddress {
  declare private readonly brand: never;
  /** The address as sent, without surrounding white space. */
  readonly value: string;

  /** The most characters of an address, without surrounding white space. */
  static readonly limit = 254;

  private constructor(value: string) {
    this.value = value;
  }

  /** Reads an address. Throws BrokenRule (`invalid-email` or `too-long`). */
  static parse(raw: string): EmailAddress {
    const address = trimmed(EmailAddress.limit)(raw);
    const at = address.indexOf('@');
    const domain = address.slice(at + 1);
    const areLabelsValid = domain
      .split('.')
      .every((label) => isAtMost(LABEL_LIMIT, label) && !label.startsWith('-') && !label.endsWith('-'));
    if (!hasShape(address) || !isAtMost(LOCAL_PART_LIMIT, address.slice(0, at)) || !areLabelsValid) {
      throw new BrokenRule('invalid-email');
    }
    return new EmailAddress(address);
  }

  /** Takes an address from a store without checking it: the rules may have become stricter since it was parsed. */
  static restore(value: string): EmailAddress {
    return new EmailAddress(value);
  }

  /** The address in a text, such as `${contact.email}`. */
  toString(): string {
    return this.value;
  }

  /** The form in which addresses are compared: lower case, Unicode NFC, the domain in ASCII (IDNA). */
  get identity(): string {
    const address = this.value.toLowerCase();
    if (!/[^ -~]/.test(address)) return address;
    const at = address.lastIndexOf('@') + 1;
    return (address.slice(0, at) + asciiDomain(address.slice(at))).normalize();
  }
}

/**
 * The domain as IDNA (UTS 46) writes it in ASCII; unchanged if IDNA does not allow the domain. A label is added
 * for the conversion only: URL would read a domain that ends in a number as an IPv4 address.
 */
function asciiDomain(domain: string): string {
  const more = '.a';
  const url = `http://${domain}${more}`;
  return URL.canParse(url) ? new URL(url).hostname.slice(0, -more.length) : domain;
}
