import { HttpError, type HttpErrorReason } from './http-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true }); // removes a byte order mark

/**
 * What is written in JSON. Throws an HttpError, also if there are more fields and elements than `most`: they are counted
 * before they are parsed, which costs a hundred times more.
 */
export function readJson(bytes: Uint8Array, most: number): unknown {
  if (hasMoreThan(most, bytes)) throw new HttpError('too-many-values');
  const text = elseRefuse('invalid-utf-8', () => utf8.decode(bytes));
  return elseRefuse('invalid-json', () => JSON.parse(text));
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** An object or array has one more of them than it has commas; an empty one counts as one. */
function hasMoreThan(most: number, bytes: Uint8Array): boolean {
  if (bytes.length <= most) return false;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === QUOTE) isInText = !isInText;
    else if (isInText) at += sign === BACKSLASH ? 1 : 0;
    else if (sign === COMMA || sign === BRACE || sign === BRACKET) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

function elseRefuse<T>(reason: HttpErrorReason, read: () => T): T {
  try {
    return read();
  } catch {
    throw new HttpError(reason);
  }
}
