import { base62 } from './base62.ts';

const keyKinds = ['live', 'test'] as const;

/** `live`: issued in production; `test`: issued in the sandbox. Both work the same way. */
export type KeyKind = (typeof keyKinds)[number];

const SHAPE = new RegExp(`^lead_(?:${keyKinds.join('|')})_[0-9A-Za-z]{39}$`);
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 'lead_live_'.length + 4;

/**
 * An API key as the vendor holds it: a prefix that secret scanners can recognise, 192 random bits, and a checksum
 * over both, so that mistyped keys are detected without a look-up.
 */
export class ApiKey {
  declare private readonly brand: never;
  /** The key in plain text: shown to the vendor once, and not stored. */
  readonly value: string;

  private constructor(value: string) {
    this.value = value;
  }

  static readonly randomBytes = 24;

  /**
   * Makes a key from `ApiKey.randomBytes` cryptographically secure bytes. Throws RangeError for any other
   * number.
   */
  static issue(kind: KeyKind, random: Uint8Array): ApiKey {
    if (random.length !== ApiKey.randomBytes) throw new RangeError('a key takes 24 random bytes');
    const body = prefixOf(kind) + base62(random);
    return new ApiKey(body + checksum(body));
  }

  /** Whether this text has the form and checksum of an issued key. */
  static isWellFormed(text: string): boolean {
    const body = text.slice(0, -CHECKSUM_LENGTH);
    return SHAPE.test(text) && text.endsWith(checksum(body));
  }

  /** The kind that a key's beginning shows, even of an incomplete key; `undefined` for any other text. */
  static kindOf(text: string): KeyKind | undefined {
    return keyKinds.find((kind) => text.startsWith(prefixOf(kind)));
  }

  /** The first characters, by which people tell keys apart; useless as a key. */
  get hint(): string {
    return this.value.slice(0, HINT_LENGTH);
  }
}

const prefixOf = (kind: KeyKind): string => `lead_${kind}_`;

function checksum(text: string): string {
  const sum = crc32(text);
  return base62(Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum));
}

/** CRC-32 as in zip and PNG (polynomial 0xEDB88320), here for ASCII text only. */
function crc32(text: string): number {
  let crc = ~0;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
