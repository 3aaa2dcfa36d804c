import { spelling } from '../../name.ts';

/** A whole name, read into the fields of a lead. */
interface PersonName {
  readonly firstName: string;
  readonly lastName: string | undefined;
  /** A line for the notes, with the name as sent, if something of it is in neither field; else none. */
  readonly notes: readonly string[];
}

type Words = readonly string[];
type Names = Pick<PersonName, 'firstName' | 'lastName'>;

/** The most characters of a name: a longer text is none. */
const LONGEST = 1_024;

/**
 * Reads a person's whole name. A comma says which is the last name; particles belong to the last name; titles, degrees
 * and what stands in brackets go to the notes. Couples and firms stay whole as a first name, as do single words, and
 * texts that have no shape of a name.
 */
export function personName(full: string): PersonName {
  const trimmed = full.trim();
  const sent = trimmed.length > LONGEST ? trimmed : trimmed.replace(/\s+/g, ' ');
  const names = sent.length > LONGEST || isFirm(sent) || isCouple(sent) ? undefined : namesIn(sent);
  if (!names) return { firstName: sent, lastName: undefined, notes: [] };
  const { firstName, lastName } = names;
  const isLess = wordsOf(`${firstName} ${lastName ?? ''}`).length < wordsOf(sent).length;
  return { ...names, notes: isLess ? [`Name as sent: ${sent}`] : [] };
}

const wordsOf = (text: string): Words => text.split(/[\s,]+/).filter(Boolean);

function namesIn(sent: string): Names | undefined {
  const [one, other, ...others] = withoutAdditions(sent)
    .split(',')
    .map(wordsOf)
    .map(withoutTitles)
    .filter((words) => words.length > 0);
  if (!one?.every((word) => /\p{L}/u.test(word))) return undefined;
  if (!others.flat().every(isEnding)) return undefined;
  if (other === undefined || other.every(isEnding)) {
    const [words, suffixes] = withoutEnding(one, 2);
    return inOrder(words, [...suffixes, ...[other ?? [], ...others].flat().filter(isSuffix)]);
  }
  const [last, mine] = withoutEnding(one, 1);
  const [first, too] = withoutEnding(other, 1);
  return {
    firstName: first.join(' '),
    lastName: [...last, ...mine, ...too, ...others.flat().filter(isSuffix)].join(' '),
  };
}

/** First and last name of words in the usual order. */
function inOrder(words: Words, suffixes: Words): Names {
  if (isFamilyFirst(words)) return { firstName: words[1] ?? '', lastName: words[0] };
  const at = lastNameAt(words);
  const last = [...words.slice(at), ...suffixes].join(' ');
  return { firstName: words.slice(0, at).join(' '), lastName: last || undefined };
}

/** The place of the last name's first word; behind all words if they have no last name, or nothing else. */
function lastNameAt(words: Words): number {
  const last = words.length - 1;
  if (last < 1 || isLastName(words)) return words.length;
  const and = words.indexOf('y'); // José Ortega y Gasset
  if (and > 1 && and < last) return and - 1;
  const isGiven = last > 2 && /^Mar[ií]a (?:del|de los) /i.test(words.join(' ')); // María del Carmen
  const from = isGiven ? words.findIndex((word, at) => at > 0 && !isParticle(word)) : 0;
  const particle = words.findIndex((word, at) => at > from && at < last && isParticle(word));
  if (particle > 0) return particle;
  return last - from > 1 && FIRST_OF_TWO.test(spelling(words[last - 1] ?? '')) ? last - 1 : last;
}

/** Words before a last name that are a part of it. */
const PARTICLES = new Set(
  "de del della delle di da das dos du des d' van von vom zu zum zur der den ter ten la le los las el al bin bint binti ibn abu st saint mc o' af av 't بن ابن بنت".split(
    ' ',
  ),
);
/** Particles that are names if they have a capital: `Ben`, `Do`. */
const SMALL_PARTICLES = new Set(['ben', 'do', 'y']);

const isParticle = (word: string): boolean =>
  PARTICLES.has(word.toLowerCase().replace('’', "'").replace(/\.$/, '')) || SMALL_PARTICLES.has(word);

/** Whether the words are a last name alone: `de Vries`, but not `ben smith`. */
function isLastName([first = '', ...others]: Words): boolean {
  const isSmall = first === first.toLowerCase() && isParticle(first);
  return isSmall && (!NAMES_TOO.has(first) || others.some((word) => /\p{Lu}/u.test(word)));
}

const NAMES_TOO = new Set(['al', 'ben', 'bin', 'da', 'di', 'do', 'el', 'la', 'le', 'van']);

/** Last names of Spanish that are no first names: before a last word they are the first of two last names. */
const FIRST_OF_TWO = /^(?:\p{L}{3,}ez|garcia)$/u;

/** Whether two words are in a script of East Asia, where the family's name stands first. */
const isFamilyFirst = (words: Words): boolean => words.length === 2 && words.every((word) => EAST.test(word));
const EAST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}]+$/u;

const isSuffix = (word: string): boolean => /^(?:jr|sr|jnr|snr|ii|iii|iv|2nd|3rd)\.?$/i.test(word);
const isDegree = (word: string): boolean =>
  /^(?:M\.?D|Ph\.?D|D\.?D\.?S|D\.?V\.?M|R\.?N|C\.?P\.?A|Esq|J\.?D|M\.?B\.?A|[BM]\.?Sc)\.?$/.test(word);
const isEnding = (word: string): boolean => isSuffix(word) || isDegree(word);

/** The words without `Jr.` and `MD` behind them, of which at least some stay, and the former. */
function withoutEnding(words: Words, least: number): [words: Words, suffixes: Words] {
  const end = Math.max(words.findLastIndex((word) => !isEnding(word)) + 1, Math.min(least, words.length));
  return [words.slice(0, end), words.slice(end).filter(isSuffix)];
}

/** Forms of address. Those that are names, too, count with a dot only: `Sr.`, `Lt.`. */
const TITLE =
  /^(?:(?:mr|mrs|ms|mx|miss|dr|prof|rev|mme|mlle|hr|sra|srta|dra|dott|dhr|mevr|dipl\.?-ing)\.?|(?:sr|fr|hon|capt|lt|sgt|col|maj|gen|ing|lic|mag|sig|med|h\.c)\.|professor|reverend|doctor|sir|madam|herr|frau|fräulein|monsieur|madame|mademoiselle|se[nñ]or(?:a|ita)?|doña|signora?|meneer|mevrouw)$/i;

/** The words without forms of address before them, unless they are nothing else. */
function withoutTitles(words: Words, part: number): Words {
  const from = words.findIndex((word) => !TITLE.test(word));
  return from < 0 && part === 0 ? words : words.slice(from < 0 ? words.length : from);
}

/** The name without what stands in brackets or quotation marks: `Lee Ann Sample (wife)`, `Robert "Bob" Smith`. */
function withoutAdditions(sent: string): string {
  const text = sent.replace(/\([^()]*\)|<[^<>]*>|["“„][^"“”„]*["”“]/g, ' ').trim();
  return text === '' ? sent : text;
}

/** Whether two people are named: `John & Jane Doe`, `Juan y María López`. */
const isCouple = (sent: string): boolean =>
  /\S ?[&+/;|] ?\S| (?:and|und|et|or|oder|ou) \S/i.test(sent) || /^\S+ [ye] \S+/.test(sent);

/** Words that firms end with, and with which groups of people begin or end. */
const FIRM =
  / (?:llc|l\.l\.c|inc|incorporated|ltd|limited|llp|pllc|corp|corporation|company|gmbh|mbh|kg|ohg|e\.k|sarl|s\.a|s\.l|s\.a\.s|srl|s\.r\.l|s\.p\.a|b\.v|n\.v|plc|pty|aps|group|services|enterprises|holdings|associates|partners|industries|solutions|motors|logistics|towing|trucking|plumbing|landscaping|construction|roofing|rentals|properties|family|dealership|university)\.?$|^(?:(?:city|town|county|university) of|famil(?:y|ie|le|ia)) /i;
/** Legal forms that are names in small letters. */
const SHORT_FORM = / (?:AG|SA|SAS|AB|Co\.?)$/;

const isFirm = (sent: string): boolean => FIRM.test(sent) || (SHORT_FORM.test(sent) && /[a-z]/.test(sent));
