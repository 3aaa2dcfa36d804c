import { NEEDS_TYPE } from '../../../domain/deal.ts';
import type { WorkedDeal } from './worked-deal.ts';

/** How many characters (Unicode code points) of the notes `firstWords` looks at. */
export const WORDS_WITHIN = 200;
const WORDS_SHOWN = 120;

/**
 * The beginning of the customer's notes for a list: one line of at most 120 characters, with … at the end if
 * there is more.
 */
export function firstWords({ notes, dealType }: Pick<WorkedDeal, 'notes' | 'dealType'>): string {
  const begun = [...notes.slice(0, 2 * WORDS_WITHIN + 2)].slice(0, WORDS_WITHIN + 1);
  const own = dealType === 'other' ? begun.slice(NEEDS_TYPE.length) : begun;
  const line = [...own.join('').replace(/\s+/g, ' ').trim()];
  if (line.length <= WORDS_SHOWN && begun.length <= WORDS_WITHIN) return line.join('');
  return `${line
    .slice(0, WORDS_SHOWN - 1)
    .join('')
    .trimEnd()}…`;
}
