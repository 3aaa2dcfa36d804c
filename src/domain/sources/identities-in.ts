import { emailKey, type IdentityKey, phoneKey } from '../contact.ts';
import { EmailAddress } from '../email-address.ts';
import { PhoneNumber } from '../phone-number.ts';
import { readingsOf, unbase64 } from './reading/readings-of.ts';

/** The most keys of each kind that are looked for: the text of one lead has few. */
const MOST = 500;
/** The most places that are looked at for each kind. */
const MOST_PLACES = 5_000;

/** The keys of all emails and phones that stand in texts, however they are written; those of the first texts first. */
export function identitiesIn(texts: readonly string[]): readonly IdentityKey[] {
  const decoded = texts.map(unbase64).filter((text) => text !== '');
  const readings = [...new Set([...new Set([...texts, ...decoded])].flatMap(readingsOf))];
  return [...found(readings, emailsIn, emailOf), ...found(readings, phonesIn, phoneOf)];
}

function found(
  texts: readonly string[],
  placesIn: (text: string) => Iterable<string>,
  keyOf: (place: string) => IdentityKey,
): ReadonlySet<IdentityKey> {
  const keys = new Set<IdentityKey>();
  const seen = new Set<string>();
  let places = 0;
  for (const text of texts)
    for (const place of placesIn(text)) {
      if (keys.size === MOST || places === MOST_PLACES) return keys;
      places += 1;
      if (seen.has(place)) continue;
      seen.add(place);
      try {
        keys.add(keyOf(place));
      } catch {} // it only looks like one
    }
  return keys;
}

const emailOf = (place: string): IdentityKey => emailKey(EmailAddress.parse(place));
const phoneOf = (place: string): IdentityKey => phoneKey(PhoneNumber.parse(place));

/** Signs that never belong to the part before the `@`. */
const NO_LOCAL = /[\s<>"(),:;[\]\\@]/;
const DOMAIN = /[\p{L}\p{M}\p{N}.-]{3,190}/uy;
const LONGEST = 100;

/** What may be an email. Signs that may belong to it, or stand before it, are read both ways: `to='ada@…`. */
function* emailsIn(text: string): Iterable<string> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    DOMAIN.lastIndex = at + 1;
    const [domain] = DOMAIN.exec(text) ?? [];
    if (!domain) continue;
    const end = domain.replace(/[.-]+$/, '');
    const local =
      text
        .slice(Math.max(0, at - LONGEST), at)
        .split(NO_LOCAL)
        .at(-1) ?? '';
    for (let from = 0; from >= 0; from = nextStart(local, from)) yield `${local.slice(from)}@${end}`;
  }
}

/** The place after the next sign that may stand before an email; -1 if there is none. */
function nextStart(local: string, from: number): number {
  const at = local.slice(from).search(/['=&|/?*{`!#%]/);
  return at < 0 ? -1 : from + at + 1;
}

const SIGN = '\\p{Zs}\\t().+/\\-\\u2010-\\u2015\\u2212_*·';
const BETWEEN = new RegExp(`^[${SIGN}]{1,4}$`, 'u');
/** Ten digits or more that stand together, with all digits behind them. */
const NUMBERS = new RegExp(`(?<!\\d)\\d(?:[${SIGN}]{0,4}\\d){9}[\\d${SIGN}]*`, 'gu');
const DATE = /^(?:(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d)/;

interface Digits {
  readonly from: number;
  readonly count: number;
}

/** What may be a phone: groups of digits that stand together, with ten digits or eleven. No date begins one. */
function* phonesIn(text: string): Iterable<string> {
  for (const [numbers] of text.matchAll(NUMBERS)) yield* phonesAmong(numbers);
}

function* phonesAmong(text: string): Iterable<string> {
  let groups: Digits[] = [];
  let end = 0;
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    if (!BETWEEN.test(text.slice(end, index).slice(0, 5))) groups = [];
    groups.push({ from: index, count: digits.length });
    end = index + digits.length;
    let count = 0;
    for (let at = groups.length - 1; at >= 0 && count < 11; at -= 1) {
      const { from, count: more } = groups[at] as Digits;
      count += more;
      if (count !== 10 && !(count === 11 && text[from] === '1')) continue;
      const phone = text.slice(from, end);
      if (!DATE.test(phone)) yield phone;
    }
    if (groups.length > 11) groups.shift();
  }
}
