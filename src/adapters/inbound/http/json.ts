import { BrokenJson, HttpError } from './http-error.ts';
import { jsonBreak } from './json-break.ts';
import type { Objection } from './message.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true }); // removes a byte order mark

/** Reads JSON. Throws an HttpError, also if there are more `values` than allowed. */
export function readJson(bytes: Uint8Array, values: CountedValues): unknown {
  const objection = values.objection(bytes, bytes.length);
  if (objection) throw new HttpError(objection);
  const text = elseRefuse(
    () => utf8.decode(bytes),
    () => new HttpError('invalid-utf-8'),
  );
  return elseRefuse(
    () => JSON.parse(text),
    () => new BrokenJson(jsonBreak(text)),
  );
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/**
 * Counts fields and elements as their bytes arrive. Parsing costs a hundred times more, and counting stops at
 * the limit.
 */
export class CountedValues {
  readonly #most: number;
  #values = 0;
  /** The byte at which counting goes on. */
  #at = 0;
  #isInText = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts by commas: an object or array has one value more than commas; an empty one counts as one. */
  readonly objection: Objection = (bytes, length) => {
    if (length <= this.#most) return undefined;
    let [at, values, isInText] = [this.#at, this.#values, this.#isInText];
    for (; at < length && values <= this.#most; at += 1) {
      const sign = bytes[at];
      if (sign === QUOTE) isInText = !isInText;
      else if (isInText) at += sign === BACKSLASH ? 1 : 0;
      else if (sign === COMMA || sign === BRACE || sign === BRACKET) values += 1;
    }
    [this.#at, this.#values, this.#isInText] = [at, values, isInText];
    return values > this.#most ? 'too-many-values' : undefined;
  };
}

function elseRefuse<T>(read: () => T, refusal: () => HttpError): T {
  try {
    return read();
  } catch {
    throw refusal();
  }
}
