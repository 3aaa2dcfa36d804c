import { type Meaning, meaningOf, wordsOf } from './field-labels.ts';

/** A field's name as the parts of a path: `lead[phone][0]` and `lead.phone` → lead, phone. */
export function pathOf(name: string): readonly string[] {
  const bare = name
    .slice(0, LONGEST)
    .replace(MARKS, '')
    .replace(/^ctl\d{1,9}\$.{0,200}\$/, '');
  const [, head, inner] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(bare) ?? [];
  if (head && inner) return [...dotted(head), ...inner.slice(1, -1).split('][')];
  return dotted(bare);
}

/** The most characters of a name that are read. */
const LONGEST = 500;

/** What pages add to a label: a star, `(required)`. */
const MARKS =
  /\s{0,9}[([]\s?(?:required|optional|pflichtfeld|erforderlich|freiwillig|obligatoire|facultatif|obligatorio|requerido|opcional)\s?[)\]]|\s{0,9}[*:]+\s{0,9}$|^\s{0,9}\*\s{0,9}/gi;

/** A name without blanks is a path if it has dots: `lead.phone`; not `Phone no.`. */
const dotted = (name: string): readonly string[] =>
  /^[^\s.]+(?:\.[^\s.]+)+$/.test(name) ? name.split('.') : [name];

const keyOf = (part: string): string => wordsOf(part).join('');

/** What holds the customer's own fields. */
const CONTAINERS = new Set(
  'lead customer contact person prospect buyer applicant fields fielddata formfields data answers formdata'.split(
    ' ',
  ),
);
const VEHICLES = /^(?:desired|wanted)?(?:vehicle|car|auto|vehiculo|vehicule|fahrzeug)(?:ofinterest)?$/;
const ADDRESSES = /^(?:home|mailing|street|billing|your|customer)?(?:address|adresse|anschrift|direccion)$/;

/**
 * The meaning of a field by its path. It is the customer's only at the top, or within what holds the customer's fields:
 * a dealer's email, a referrer's phone and a form's name are lines of the notes.
 */
export function meaningAt(path: readonly string[]): Meaning {
  const parts = path.filter((part, at) => at === 0 || !/^(?:\d*|value|raw_?value)$/i.test(part.trim()));
  while (parts.length > 1 && CONTAINERS.has(keyOf(parts[0] ?? ''))) parts.shift();
  const [head = '', ...inner] = parts;
  const last = inner.at(-1);
  if (last === undefined) return meaningOf(head);
  const [key, leaf] = [keyOf(head), meaningOf(last)];
  if (/^trade(?:in)?/.test(key)) return 'trade';
  if (leaf === 'code' || (key === 'form' && keyOf(last) === 'id')) return 'code';
  if (inner.length > 1) return 'note';
  if (VEHICLES.test(key)) return /^(?:vehicle|vin)/.test(leaf) ? leaf : 'note';
  if (ADDRESSES.test(key)) return /^(?:zip|state|country)$/.test(leaf) ? leaf : 'note';
  return withinField(meaningOf(head), leaf, keyOf(last));
}

/** The meaning of `name[first]`, `phone[area]`, `email[address]`: of parts of a field. */
function withinField(field: Meaning, leaf: Meaning, key: string): Meaning {
  const isWhole = leaf === field || /^(?:full|number|main|address|home|work|text)$/.test(key);
  if (field === 'name' && (isWhole || /^(?:first|last|middle)Name$|^name[TS]/.test(leaf)))
    return isWhole ? 'name' : leaf;
  if (field === 'phone' && leaf === 'areaCode') return leaf;
  return isWhole && (field === 'phone' || field === 'email') ? field : 'note';
}

/** What a field says of a vehicle that is traded in: `trade[year]` and `Trade-in year` → year. */
export const detailOf = (name: string): string =>
  wordsOf(pathOf(name).at(-1) ?? '')
    .filter((word) => !/^(?:trade|in|tradein|vehicle)$/.test(word))
    .join(' ');
