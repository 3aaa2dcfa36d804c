import { isBlank, isReadable, lengthOf } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';
import { nameKey } from './person-name.ts';

/** A reason why leads are lost, as the operator defines it. */
export interface LostReason {
  /** Letters, digits and hyphens; this is stored. */
  readonly code: string;
  /** The text that people read. */
  readonly words: string;
  /** Whether such a lead counts in the win rate. A test, spam or a duplicate does not. */
  readonly counts: boolean;
}

const SHAPE = /^(?<mark>!?)(?<code>[a-z\d][a-z\d-]{0,39})(?:\s*=\s*(?<words>.+))?$/;

/**
 * Reads reasons as `code=Words shown`, with commas between: `price=Price,!spam=Spam`. `!` keeps such leads out
 * of the win rate. A code without words is shown as it is. `undefined` if the text cannot be read, or has a
 * code twice.
 */
export function parseLostReasons(text: string): readonly LostReason[] | undefined {
  const reasons = text.split(',').map((entry) => parseReason(entry.trim()));
  const isWhole = reasons.every((reason) => reason !== undefined);
  if (!isWhole || new Set(reasons.map(({ code }) => code)).size < reasons.length) return undefined;
  return reasons;
}

function parseReason(entry: string): LostReason | undefined {
  const { mark, code, words = code ?? '' } = SHAPE.exec(entry)?.groups ?? {};
  if (code === undefined || isBlank(words) || !isReadable(words) || lengthOf(words) > 60) return undefined;
  return { code, words, counts: mark === '' };
}

/** The reason with this code, or with words that look like this text; `undefined` if there is none. */
export function lostReasonNamed(text = '', reasons: readonly LostReason[]): LostReason | undefined {
  const plain = nameKey(text);
  return reasons.find(({ code }) => code === plain) ?? reasons.find(({ words }) => nameKey(words) === plain);
}

/** The reason with this code or these words. Throws Refused if there is none. */
export function lostReason(text: string, reasons: readonly LostReason[]): LostReason {
  const known = lostReasonNamed(text, reasons);
  if (known) return known;
  const codes = reasons.map((reason) => reason.code).join(', ');
  throw new Refused('unknown-lost-reason', `There is no such lost reason. Known: ${codes || 'none'}.`);
}
