import { HttpError } from '../../http/http-error.ts';
import { parseWithIds } from '../read-google.ts';

/** The most values, at any depth, and the deepest nesting. A form of forty questions with choices has some 2,000. */
const MOST_VALUES = 4_000;
const DEEPEST = 16;

/** Parses JSON, after a count of its values. Throws HttpError. */
export function parseJson(text: string): unknown {
  if (!isBounded(text)) throw new HttpError('too-many-values');
  try {
    return /\d{16}/.test(text) ? parseWithIds(text) : JSON.parse(text);
  } catch {
    throw new HttpError('invalid-json');
  }
}

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [
  0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
];

/** Counts values and depth in one pass, without parsing. */
function isBounded(text: string): boolean {
  let [values, depth, isInText] = [0, 0, false];
  for (let at = 0; at < text.length && values <= MOST_VALUES && depth <= DEEPEST; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) isInText = !isInText;
    else if (isInText) at += sign === BACKSLASH ? 1 : 0;
    else if (sign === COMMA) values += 1;
    else if (sign === OPEN || sign === OPEN_LIST) [values, depth] = [values + 1, depth + 1];
    else if (sign === CLOSE || sign === CLOSE_LIST) depth -= 1;
  }
  return values <= MOST_VALUES && depth <= DEEPEST;
}
