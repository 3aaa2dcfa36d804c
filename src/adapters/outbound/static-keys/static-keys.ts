import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiKeyDirectory, KnownKey } from '../../../application/ports/outbound/api-key-directory.ts';
import { isBlank, isReadable } from '../../../domain/text.ts';
import { configuredVendorId } from '../../../domain/vendor.ts';

/** The text of the keys cannot be read. The message names each faulty entry by its position, never by its text. */
export class MalformedStaticKeys extends Error {
  override readonly name = 'MalformedStaticKeys';
  /** At least one mistake, each as a clause. */
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('; '));
    this.mistakes = mistakes;
  }
}

/** Quotation marks around the whole text, an entry or a key. They come from files in which quotes mean nothing. */
const QUOTED = /^["'`“”‘’«»]|["'`“”‘’«»]$/;

/** Characters that no header transports unchanged. U+FFFD stands for a character that could not be read. */
const NEVER_SENT = /[\p{C}\s\ufffd]/u;

/** The most bytes of a key. All headers of a request together have 16 KiB. */
const LONGEST_KEY = 8 * 1024;

/**
 * Recognises other notations, which would be read as other vendors and keys than those meant; `undefined` for
 * none.
 */
function otherNotation(text: string): string | undefined {
  if (/^["'`]?[[{]/.test(text)) return 'it is JSON (write vendor:key,vendor2:key2)';
  if (/^(["'`]).*\1$/s.test(text)) return 'it is in quotes (leave them out)';
  if (/[\r\n\u2028\u2029]|\\[rn]/.test(text))
    return 'it has line breaks (separate entries by commas, or put them in the file that API_KEYS_FILE names)';
  return undefined;
}

/** Keys from the configuration. They never expire, and only their SHA-256 is kept. */
export class StaticKeys implements ApiKeyDirectory {
  readonly #keys: readonly { readonly digest: Buffer; readonly known: KnownKey }[];

  private constructor(pairs: ReadonlyMap<string, string>) {
    this.#keys = [...pairs].map(([key, name]) => ({
      digest: hash('sha256', key, 'buffer'),
      known: { vendor: { id: configuredVendorId(name), name }, expires: undefined, revoked: undefined },
    }));
  }

  /**
   * Parses `vendor:key,vendor2:key2`. The first colon ends the vendor's name, so a key may contain colons; a vendor
   * may have several keys. Throws MalformedStaticKeys, which lists every mistake.
   */
  static parse(text: string): StaticKeys {
    const other = otherNotation(text.trim());
    if (other) throw new MalformedStaticKeys([other]);
    const pairs = new Map<string, string>();
    const mistakes: string[] = [];
    for (const [index, entry] of text.split(',').entries()) {
      if (entry.trim() === '') continue;
      const colon = entry.indexOf(':');
      const name = entry.slice(0, Math.max(colon, 0)).trim();
      const key = entry.slice(colon + 1).trim();
      if (colon < 0) mistakes.push(`entry ${index + 1} has no colon (write vendor:key)`);
      else if (isBlank(name)) mistakes.push(`entry ${index + 1} has no vendor before its colon`);
      else if (key === '') mistakes.push(`entry ${index + 1} has no key after its colon`);
      else if ([name, key, entry.trim()].some((part) => QUOTED.test(part)))
        mistakes.push(`entry ${index + 1} has quotes around it or a part of it (leave them out)`);
      else if (NEVER_SENT.test(key) || !isReadable(name))
        mistakes.push(`entry ${index + 1} contains white space or characters that no header can carry`);
      else if (Buffer.byteLength(key) > LONGEST_KEY)
        mistakes.push(`entry ${index + 1} has a key longer than ${LONGEST_KEY} bytes`);
      else if (pairs.has(key)) mistakes.push(`entry ${index + 1} repeats the key of an earlier entry`);
      else pairs.set(key, name);
    }
    if (pairs.size === 0 && mistakes.length === 0 && text.trim() !== '') {
      mistakes.push('it contains no entry (write vendor:key, or leave it empty)');
    }
    if (mistakes.length > 0) throw new MalformedStaticKeys(mistakes);
    return new StaticKeys(pairs);
  }

  /** Compares with every key, each in constant time, so that timing tells nothing about any. */
  async find(digest: string): Promise<KnownKey | undefined> {
    const sought = Buffer.from(digest, 'hex');
    let found: KnownKey | undefined;
    for (const key of this.#keys) {
      if (sought.length === key.digest.length && timingSafeEqual(sought, key.digest)) found = key.known;
    }
    return found;
  }
}
