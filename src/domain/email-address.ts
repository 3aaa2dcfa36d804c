import { BrokenRule } from './invalid-lead.ts';
import { oneLine } from './text.ts';

/** Dot-separated atoms, an @, and a domain of two labels or more. `letters`: those of one script or of any. */
function shapeOf(letters: string): RegExp {
  const atom = `[${letters}0-9!#$%&'*+/=?^_\`{|}~\\-]+`;
  const label = `[${letters}0-9\\-]+`;
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'u');
}

const LATIN = shapeOf('A-Za-z');
/** RFC 6531. Made at first need: it costs several milliseconds of a cold start, and few addresses ask for it. */
let anyScript: RegExp | undefined;

function hasShape(address: string): boolean {
  if (!/[^ -~]/.test(address)) return LATIN.test(address);
  anyScript ??= shapeOf('\\p{L}\\p{M}\\p{N}');
  return anyScript.test(address);
}

const LOCAL_PART_LIMIT = 64;
/** Between two dots of a domain (RFC 1035). */
const LABEL_LIMIT = 63;

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
    const labelsHold = domain
      .split('.')
      .every((label) => label.length <= LABEL_LIMIT && !label.startsWith('-') && !label.endsWith('-'));
    if (!hasShape(address) || address.indexOf('@') > LOCAL_PART_LIMIT || !labelsHold) {
      throw new BrokenRule('invalid-email');
    }
    return new EmailAddress(address);
  }

  /** What two ways of writing the same address share: the lower-case form. */
  get identity(): string {
    return this.value.toLowerCase();
  }
}
