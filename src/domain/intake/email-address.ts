import { BrokenRule } from './invalid-lead.ts';
import { isAtMost, trimmed } from './text.ts';

/** Dot-separated atoms, an @, and a domain of at least two labels. `letters`: those allowed, for use inside `[…]`. */
function shapeOf(letters: string): RegExp {
  const atom = `[${letters}0-9!#$%&'*+/=?^_\`{|}~\\-]+`;
  const label = `[${letters}0-9\\-]+`;
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'u');
}

const LATIN = shapeOf('A-Za-z');
/** RFC 6531. Compiled on first use: it costs several milliseconds of a cold start, and few addresses need it. */
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

  /** The most characters, without surrounding white space. */
  static readonly limit = 254;

  private constructor(value: string) {
    this.value = value;
  }

  /** Throws BrokenRule (`invalid-email` or `too-long`). */
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

  /** From a store. It was parsed before and is not checked again: the rules may have become stricter since. */
  static restore(value: string): EmailAddress {
    return new EmailAddress(value);
  }

  /** Equal for different spellings of the same address: in Unicode NFC, lower case, the domain in ASCII (IDNA). */
  get identity(): string {
    const address = this.value.toLowerCase();
    if (!/[^ -~]/.test(address)) return address;
    const at = address.lastIndexOf('@') + 1;
    return (address.slice(0, at) + asciiDomain(address.slice(at))).normalize();
  }
}

/**
 * The domain as IDNA (UTS 46) writes it in ASCII; unchanged if IDNA allows no such domain. Asked with one label more: a
 * URL would read a domain that ends in a number as an IPv4 address.
 */
function asciiDomain(domain: string): string {
  const more = '.a';
  const url = `http://${domain}${more}`;
  return URL.canParse(url) ? new URL(url).hostname.slice(0, -more.length) : domain;
}
