import { type LeadField, leadFields } from '../../../../domain/invalid-lead.ts';
import { vinOf, zipOf } from '../../../../domain/sources/reading/codes.ts';
import { type Reach, reachOf } from '../../../../domain/sources/reading/reach.ts';
import type { ReadFrom } from '../../../../domain/sources/source-lead.ts';
import { customerName } from './customer-name.ts';
import { type Meaning, meaningOf } from './field-labels.ts';
import { detailOf } from './field-path.ts';

/** The most leads that are read of one request. */
export const MOST_LEADS = 30;

/** One value that a sender sent, with what it is. */
export interface Answer {
  readonly is: Meaning;
  readonly value: string;
  /** The place in the sender's words: a field's name, or a question. */
  readonly place: string;
  /** What begins a line of the notes in place of that. */
  readonly label?: string | undefined;
}

/** The fields of a lead, and what was read from where. */
interface ReadLead {
  readonly fields: { readonly [F in LeadField]?: string | undefined };
  readonly readFrom: readonly ReadFrom[];
}

/** Answers by their meanings, in the order in which they were sent. */
type ByMeaning = ReadonlyMap<Meaning, readonly Answer[]>;

/**
 * Makes the fields of a lead of answers. The first of several answers for one field counts; the others, and those for no
 * field, become lines of the notes. Blank answers and codes are left out.
 */
export function leadOfAnswers(all: readonly Answer[]): ReadLead {
  const given = all.filter(({ is, value }) => is !== 'code' && value.trim() !== '');
  const answers = withAreaCode(given.map((each) => (isLong(each) ? { ...each, is: 'note' } : each)));
  const by: ByMeaning = Map.groupBy(answers, ({ is }) => is);
  const first = (is: Meaning) => by.get(is)?.[0]?.value;
  const name = customerName(first);
  const reach = reachOf(by.get('email') ?? [], by.get('phone') ?? []);
  const zip = first('zip');
  const lines = answers.filter((answer) => !FIELDS.has(answer.is) || isFurther(answer, by)).map(lineOf);
  const notes = [first('notes'), ...lines, tradeIn(by.get('trade') ?? []), ...name.notes, ...reach.notes];
  const fields = {
    ...Object.fromEntries(ONE_VALUE.map((is) => [is, first(is)])),
    firstName: name.firstName,
    lastName: name.lastName,
    email: reach.email,
    phone: reach.phone,
    zip: zip && zipOf(zip, { state: first('state'), country: first('country') }),
    notes: notes.filter(Boolean).join('\n').slice(0, MOST_NOTES),
  };
  const places = answers.slice(0, MOST_PLACES).flatMap((answer) => readFrom(answer, by, reach, name.notes));
  return { fields, readFrom: places };
}

/** The most signs of a value that can be more than a line of the notes. */
const LONGEST_VALUE = 1_000;
/** Twice as many signs as the notes of a lead may have: a person has to shorten them in any case. */
const MOST_NOTES = 100_000;

/** The most answers of which the places are told. */
const MOST_PLACES = 500;

const isLong = ({ is, value }: Answer): boolean => is !== 'notes' && value.length > LONGEST_VALUE;

/** The answers, of which the first phone has the area code, if that has a field of its own. */
function withAreaCode(answers: readonly Answer[]): readonly Answer[] {
  const area = answers.find(({ is }) => is === 'areaCode')?.value;
  const first = area && answers.find(({ is }) => is === 'phone');
  if (!first) return answers;
  return answers.map((each) => (each === first ? { ...each, value: `(${area}) ${each.value}` } : each));
}

/** Fields of a lead that are made of more than one answer. */
const OF_SEVERAL: readonly LeadField[] = ['firstName', 'lastName', 'email', 'phone', 'zip', 'notes'];
/** Fields of a lead that one answer fills as it is. */
const ONE_VALUE = leadFields.filter((field) => !OF_SEVERAL.includes(field));

/** Meanings of which the first answer makes a field, or more than the first. */
const FIELDS: ReadonlySet<Meaning> = new Set<Meaning>([
  ...leadFields,
  'name',
  'middleName',
  'nameSuffix',
  'areaCode',
  'trade',
]);

const isFurther = (answer: Answer, by: ByMeaning): boolean =>
  !['email', 'phone', 'trade'].includes(answer.is) && by.get(answer.is)?.[0] !== answer;

const lineOf = ({ is, value, place, label = place }: Answer): string =>
  `${label}: ${is === 'vin' ? vinOf(value) : value.trim()}`;

/** One line about the vehicle that is traded in, as of ADF's; empty if nothing is said of it. */
function tradeIn(answers: readonly Answer[]): string {
  const said = answers.map(({ value, place }) => {
    const detail = detailOf(place);
    return { detail, is: meaningOf(detail), value: value.trim() };
  });
  const name = (['vehicleYear', 'vehicleMake', 'vehicleModel'] as const)
    .flatMap((wanted) => said.filter(({ is }) => is === wanted).map(({ value }) => value))
    .join(' ');
  const facts = said.flatMap(({ detail, is, value }) => {
    if (/^vehicle(?:Year|Make|Model)$/.test(is)) return [];
    if (is === 'vehicleMiles') return [`${value} miles`];
    return [is === 'vin' ? `VIN ${vinOf(value)}` : `${detail} ${value}`.trim()];
  });
  return name || facts.length > 0 ? `Trade-in: ${[name, ...facts].filter(Boolean).join(', ')}` : '';
}

/** The fields that parts of them are read into. */
const MADE: { readonly [M in Meaning]?: readonly LeadField[] } = {
  name: ['firstName', 'lastName'],
  middleName: ['firstName'],
  nameSuffix: ['lastName'],
  areaCode: ['phone'],
};

/** The fields that were read in an answer, or the notes; of an email, a phone or a name, both if there is more in it. */
function readFrom(
  answer: Answer,
  by: ByMeaning,
  { used, noted }: Reach,
  nameNotes: readonly string[],
): readonly ReadFrom[] {
  const { is, place } = answer;
  if (is === 'email' || is === 'phone')
    return [
      ...(used.has(answer) || !noted.has(answer) ? [{ field: is, place }] : []),
      ...(noted.has(answer) ? [{ place }] : []),
    ];
  if (!FIELDS.has(is) || is === 'trade' || isFurther(answer, by)) return [{ place }];
  const made = (MADE[is] ?? [is as LeadField]).map((field) => ({ field, place }));
  return is === 'name' && nameNotes.length > 0 ? [...made, { place }] : made;
}
