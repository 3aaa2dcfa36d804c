import { HttpError, type HttpErrorReason } from './http-error.ts';
import type { Objection } from './message.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true }); // removes a byte order mark

/** What is written in JSON. Throws an HttpError, also if there are too many `values`. */
export function readJson(bytes: Uint8Array, values: CountedValues): unknown {
  const objection = values.objection(bytes, bytes.length);
  if (objection) throw new HttpError(objection);
  const text = elseRefuse('invalid-utf-8', () => utf8.decode(bytes));
  return elseRefuse('invalid-json', () => JSON.parse(text));
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Counts fields and elements while they arrive: to parse them costs a hundred times more, and most of too many need not be read. */
export class CountedValues {
  readonly #most: number;
  #values = 0;
  /** Where to go on counting. */
  #at = 0;
  #isInText = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** An object or array has one more of them than it has commas; an empty one counts as one. */
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

function elseRefuse<T>(reason: HttpErrorReason, read: () => T): T {
  try {
    return read();
  } catch {
    throw new HttpError(reason);
  }
}
