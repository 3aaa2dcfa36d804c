import type { LeadListQuery } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import {
  type ConditionWords,
  conditionWords,
  type WordedName,
} from '#operators/domain/work/deal-conditions.ts';
import { type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import { nameKey } from '#operators/domain/work/person-name.ts';
import { leadStatuses, statusNamed } from '../../../../domain/lead-status.ts';
import { type Vendor, vendorLabel } from '../../../../domain/vendor.ts';
import { GIVEN, LATE, STILL, UNANSWERED } from './answers.ts';
import { DAY_MS, endOfDay, startOfDay } from './days.ts';
import { InvalidValue } from './invalid-value.ts';
import type { CommandWords } from './operation.ts';
import { oneOf, searchText, status } from './values.ts';

/** A value of `since` and `due`: the present day, whenever it is read. */
export const TODAY = 'today';
/** A value of `owner`: leads of the person who asks, and those without an owner. */
export const OURS = 'me-or-nobody';

/** The person or program that asks (by id), when, and the zone of the business. */
export interface Looking {
  readonly me: string;
  readonly now: Date;
  readonly zone: TimeZone;
}

/** The names of vendors, and of people who take care of leads. */
export interface FilterNames {
  readonly vendors: readonly Vendor[];
  readonly staff: readonly NamedPerson[];
}

export type Asked = Omit<LeadListQuery, 'limit'>;

/** A condition or an order of a list of leads, defined once for all places that offer it. */
export interface Condition {
  /** Description in the JSON interface. Absent: JSON has no such field. */
  readonly says?: string;
  /** The value's schema, in the words of JSON Schema. */
  readonly schema?: object;
  /** Options of the command line, where they differ from the name. */
  readonly options?: NonNullable<CommandWords['options']>[string];
  /**
   * Writes a value as it is usually written. Throws InvalidValue, for which the desk drops the condition. Absent: every
   * text is taken as it is.
   */
  readonly means?: (text: string) => string;
  /** Makes the query for the use cases. Throws InvalidValue. */
  readonly asks: (value: string, looking: Looking) => Asked;
  /** Words for an active condition. Absent: the list itself shows it. */
  readonly words?: (text: string, names: FilterNames) => string;
  /** How the desk's form offers it. */
  readonly form?: { readonly label: string } & (
    | { readonly input: 'date' | 'number' | 'text' }
    | {
        readonly values: (names: FilterNames) => readonly string[];
        /** The words for a value. */
        readonly named?: (value: string, names: FilterNames) => string;
        /** The value that a text stands for. */
        readonly chosen?: (text: string, names: FilterNames) => string;
      }
  );
}

/** Values of `status` that are no status: what each asks for, and its words. */
const states = new Map<string, { readonly asked: Asked; readonly words: string }>([
  ['open', { asked: { open: true }, words: 'Open' }],
  [UNANSWERED, { asked: { unanswered: true }, words: 'Unanswered' }],
  [LATE, { asked: { late: true }, words: 'Late' }],
  [STILL, { asked: { still: true }, words: 'Standing still' }],
  [GIVEN, { asked: { given: true }, words: 'Given and not opened' }],
]);
const statuses = [...states.keys(), ...leadStatuses];

function stateOrStatus(given: string): string {
  const word = given.toLowerCase();
  const meant = states.has(word) ? word : statusNamed(word);
  if (!meant) throw new InvalidValue(`Allowed values: ${statuses.join(', ')}.`);
  return meant;
}

/** Conditions that go to the store as they are given, or as a time of the day that is given. */
const worded = Object.fromEntries(
  Object.entries(conditionWords).map(([name, words]) => [name, wordedCondition(name, words)]),
) as Readonly<Record<WordedName, Condition>>;
const { dealType, since, until, due, ...others } = worded;

/** All conditions, by their names in an address's query: those that have no place here come last. */
export const conditions = {
  q: {
    says: 'An email, a phone in any form or its last digits (4 or more), beginnings of words of the name, of make and model, or an id: ours, or the vendor’s in any case.',
    options: { '--find <text>': true },
    asks: (sought) => ({ text: searchText(sought) }),
    words: (sought) => `“${sought}”`,
  },
  status: {
    says: 'A status; `open`: neither Won nor Lost, and the customer not erased; `unanswered`: the customer waits for a first answer, the longest first; `late`: for longer than the goal; `still`: answered, and nothing promised or done for three days; `given`: by somebody else to its owner, who has not opened it.',
    schema: { enum: statuses },
    options: {
      '--status <status>': true,
      '--open': ['open', 'only leads that are neither won nor lost, of customers who were not erased'],
      '--unanswered': [UNANSWERED, 'only leads that wait for a first answer, the longest first'],
    },
    means: stateOrStatus,
    asks: (word) => states.get(word)?.asked ?? { status: status(word) },
    words: (given) => states.get(given)?.words ?? given,
    form: { label: 'Status', values: () => statuses, named: (given) => states.get(given)?.words ?? given },
  },
  type: dealType,
  vendor: {
    says: 'The id or exact name of a vendor.',
    asks: (vendor) => ({ vendor }),
    words: (vendor, { vendors }) => `Vendor ${vendorLabel(vendor, vendors)}`,
    form: {
      label: 'Vendor',
      values: ({ vendors }) => vendors.map(({ id }) => id),
      named: (id, { vendors }) => vendorLabel(id, vendors),
      chosen: (given, { vendors }) =>
        vendors.find(({ id, name }) => given === id || given === name)?.id ?? given,
    },
  },
  since,
  until,
  waiting: {
    says: 'In the present status for more than so many days.',
    means(days) {
      if (!/^[1-9]\d{0,3}$/.test(days))
        throw new InvalidValue('It must be a whole number of days from 1 to 9999.');
      return days;
    },
    asks: (days) => ({ waiting: Number(days) * DAY_MS }),
    words: (days) => `In this status for more than ${days} ${days === '1' ? 'day' : 'days'}`,
    form: { label: 'Days waiting', input: 'number' },
  },
  owner: {
    says: 'The id or name of who takes care of it, or `nobody`.',
    options: {
      '--owner <name>': true,
      '--nobody': ['nobody', 'only leads that nobody takes care of'],
    },
    asks: ownerMeant,
    words: (owner, { staff }) => ownerWords.get(owner.toLowerCase()) ?? `Owner ${personName(owner, staff)}`,
    form: {
      label: 'Owner',
      values: ({ staff }) => ['me', OURS, 'nobody', ...staff.map(({ id }) => id)],
      named: (id, { staff }) => (id === OURS ? 'me or nobody' : personName(id, staff)),
      chosen: (given, { staff }) =>
        (personWith(given, staff) ?? staff.find(({ name }) => nameKey(name) === nameKey(given)))?.id ?? given,
    },
  },
  contact: {
    says: 'The id of a contact.',
    asks: (contact) => ({ contact }),
    words: () => 'Of one contact',
  },
  due: {
    ...due,
    schema: {}, // a day, or `today`
    options: { '--due': [TODAY, 'only leads whose follow-up is for today or was before'] },
  },
  order: {
    means: oneOf(['oldest', 'changed']),
    asks: (order) => (order === 'changed' ? { newest: false, changed: true } : { newest: false }),
  },
  ...others,
} satisfies Readonly<Record<string, Condition>>;

function wordedCondition(name: string, { says, label, on = label, takes, today }: ConditionWords): Condition {
  const words = (value: string) => (value === TODAY && today) || `${on} ${value}`;
  if (takes === 'day' || takes === 'end of day') {
    const timeOf = takes === 'day' ? startOfDay : endOfDay;
    const asks: Condition['asks'] = (day, looking) => ({
      [name]: timeOf(today ? dayMeant(day, looking) : day, looking.zone),
    });
    return { says, words, asks, schema: { format: 'date' }, form: { label, input: 'date' } };
  }
  const asks = (value: string): Asked => ({ [name]: value });
  if (!takes) return { says, words, asks, form: { label, input: 'text' } };
  const schema = { enum: takes };
  return { says, words, asks, schema, means: oneOf(takes), form: { label, values: () => takes } };
}

/** Reads an owner. Words such as `me` count in any case. */
function ownerMeant(owner: string, { me }: Looking): Asked {
  const word = owner.toLowerCase();
  if (word === 'nobody') return { owner: null };
  if (word === 'me' || word === OURS) return { owner: me, orNobody: word === OURS };
  return { owner };
}

/** The day that a value of `since` or `due` means. */
export const dayMeant = (given: string, { now, zone }: Omit<Looking, 'me'>): string =>
  given === TODAY ? zone.dayOf(now) : given;

/** Values of `owner` that are no person, in words. */
const ownerWords: ReadonlyMap<string, string> = new Map([
  ['me', 'Mine'],
  ['nobody', 'Nobody’s'],
  [OURS, 'Mine and nobody’s'],
]);
