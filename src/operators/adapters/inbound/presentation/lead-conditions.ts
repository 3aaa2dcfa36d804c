import type { LeadListQuery } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import { nameKey } from '#operators/domain/work/person-name.ts';
import { dealTypes } from '../../../../domain/deal-type.ts';
import { leadStatuses, statusNamed } from '../../../../domain/lead-status.ts';
import { type Vendor, vendorLabel } from '../../../../domain/vendor.ts';
import { GIVEN, LATE, STILL, UNANSWERED } from './answers.ts';
import { DAY_MS, endOfDay, startOfDay } from './days.ts';
import { InvalidValue } from './invalid-value.ts';
import type { CommandWords } from './operation.ts';
import { dealType, searchText, status } from './values.ts';

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
export interface Condition<T = string> {
  /** Description in the JSON interface. Absent: JSON has no such field. */
  readonly says?: string;
  /** The value's schema, in the words of JSON Schema. */
  readonly schema?: object;
  /** Options of the command line, where they differ from the name. */
  readonly options?: NonNullable<CommandWords['options']>[string];
  /**
   * Reads a text; a word is kept as it is usually written. Throws InvalidValue, for which the desk drops the
   * condition. Absent: every text is taken as it is.
   */
  readonly means?: (text: string) => T;
  /** Makes the query for the use cases. Throws InvalidValue. */
  readonly asks: (value: T, looking: Looking) => Asked;
  /** Words for an active condition. Absent: the list itself shows it. */
  readonly words?: (text: string, names: FilterNames) => string;
  /** How the desk's form offers it. */
  readonly form?: { readonly label: string } & (
    | { readonly input: 'date' | 'number' }
    | {
        readonly values: (names: FilterNames) => readonly string[];
        /** The words for a value. */
        readonly named?: (value: string, names: FilterNames) => string;
        /** The value that a text stands for. */
        readonly chosen?: (text: string, names: FilterNames) => string;
      }
  );
}

const condition = <T = string>(given: Condition<T>): Condition => given as unknown as Condition;

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

/** All conditions, by their names in an address's query. */
export const conditions = {
  q: condition({
    says: 'An email, a phone in any form or its last digits (4 or more), beginnings of words of the name, of make and model, or an id: ours, or the vendor’s in any case.',
    options: { '--find <text>': true },
    asks: (sought) => ({ text: searchText(sought) }),
    words: (sought) => `“${sought}”`,
  }),
  status: condition({
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
  }),
  type: condition({
    says: 'A deal type.',
    schema: { enum: dealTypes },
    means: dealType,
    asks: (type) => ({ dealType: type }),
    words: (type) => `Type ${type}`,
    form: { label: 'Type', values: () => dealTypes },
  }),
  vendor: condition({
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
  }),
  since: condition({
    says: 'Received on this day or later: `2026-11-25`.',
    schema: { format: 'date' },
    asks: (day, looking) => ({ since: startOfDay(dayMeant(day, looking), looking.zone) }),
    words: (day) => (day === TODAY ? 'Received today' : `Received from ${day}`),
    form: { label: 'Received from', input: 'date' },
  }),
  /** The last day of the range, not the day after it. */
  until: condition({
    says: 'Received on this day or earlier.',
    schema: { format: 'date' },
    asks: (day, { zone }) => ({ until: endOfDay(day, zone) }),
    words: (day) => `Received to ${day}`,
    form: { label: 'to', input: 'date' },
  }),
  waiting: condition({
    says: 'In the present status for more than so many days.',
    means(days) {
      if (!/^[1-9]\d{0,3}$/.test(days))
        throw new InvalidValue('It must be a whole number of days from 1 to 9999.');
      return Number(days) * DAY_MS;
    },
    asks: (waiting) => ({ waiting }),
    words: (days) => `In this status for more than ${days} ${days === '1' ? 'day' : 'days'}`,
    form: { label: 'Days waiting', input: 'number' },
  }),
  owner: condition({
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
  }),
  contact: condition({
    says: 'The id of a contact.',
    asks: (contact) => ({ contact }),
    words: () => 'Of one contact',
  }),
  due: condition({
    says: 'The follow-up is for this day (`today`, or `2026-11-25`) or earlier. The earliest first, whatever `newest` says.',
    options: { '--due': [TODAY, 'only leads whose follow-up is for today or was before'] },
    asks: (day, looking) => ({ due: endOfDay(dayMeant(day, looking), looking.zone) }),
    words: (day) => (day === TODAY ? 'To follow up' : `To follow up by ${day}`),
    form: { label: 'Follow up by', input: 'date' },
  }),
  order: condition({
    means(given): Asked {
      if (given === 'oldest') return { newest: false };
      if (given === 'changed') return { newest: false, changed: true };
      throw new InvalidValue('Allowed values: oldest, changed.');
    },
    asks: (asked) => asked,
  }),
} as const;

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
