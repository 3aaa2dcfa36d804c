/** The most names that a sentence lists. */
export const FEW = 3;

/** The first few of `count` names: `Ada, Bob, Cy and 27 more`. */
export function fewNames(names: readonly string[], count = names.length): string {
  const few = names.slice(0, FEW).map(isolated);
  const more = count - few.length;
  return `${few.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The most letters of a name: enough to recognise it, and few enough for a cookie. */
const MOST_LETTERS = 40;

/** A name without characters that would reverse the text around it. */
function isolated(name: string): string {
  const letters = [...name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')];
  const shown = letters.length > MOST_LETTERS ? [...letters.slice(0, MOST_LETTERS - 1), '…'] : letters;
  return `\u2068${shown.join('')}\u2069`;
}
