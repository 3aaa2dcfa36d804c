import { zipOf } from '../../../domain/sources/reading/codes.ts';
import { factsIn, joined, noted, placeOf, typeOf, type Words } from './adf-facts.ts';
import { type Meaning, meaningOf } from './reading/field-labels.ts';
import type { Answer } from './reading/lead-of-answers.ts';
import { type Element, textOf, within } from './xml.ts';

interface Beside {
  readonly comments: string;
  /** Emails of the sender and the dealer, which some senders put in the customer's place. */
  readonly notTheirs: readonly string[];
}

/** Reads the customer: `contact` says who it is, and how to reach them. */
export function customerOf(contact: Element, { comments, notTheirs }: Beside): readonly Answer[] {
  const emails = within(contact, 'email').filter(
    ({ text }) => text && !notTheirs.includes(text.toLowerCase()),
  );
  const phones = within(contact, 'phone').filter(({ text }) => text);
  const ranked = Map.groupBy(phones, rankOf);
  const calls = [MOBILE, PREFERRED, ANY].flatMap((rank) => ranked.get(rank) ?? []);
  return [
    ...namesOf(within(contact, 'name').filter(({ text }) => text)),
    ...emails.map(emailOf),
    ...(emails.length > 0 ? [] : labelled('email', comments, /\be-?mail(?: address)?:\s{0,9}(\S{3,254})/i)),
    ...calls.map(phoneOf),
    ...(phones.length > 0
      ? []
      : labelled('phone', comments, /\bphone(?: number)?:\s{0,9}([+\d][\d ().+\-/]{8,24}\d)/i)),
    ...(ranked.get(FAX) ?? []).map(faxOf),
    ...calls.slice(0, 1).flatMap((phone) => noted('When to call', timeOf(phone), phone)),
    ...[...emails, ...phones].filter(isPreferred).flatMap(preferenceOf),
    ...within(contact, 'address').flatMap(addressOf),
  ];
}

/** A field that stands in the comments alone, as some senders write it: `Phone: 555-818-2020`. */
function labelled(is: Meaning, comments: string, pattern: RegExp): readonly Answer[] {
  const [, value] = pattern.exec(comments) ?? [];
  return value ? [{ is, value, place: '<comments>' }] : [];
}

/** The names of the customer. A firm is the customer if nobody else is named. */
const namesOf = (names: readonly Element[]): readonly Answer[] =>
  names.map((name) => (isFirm(name) ? firmOf(name, names.every(isFirm)) : nameOf(name)));

const isFirm = ({ attributes: { type = '' } }: Element): boolean => /^business$/i.test(type);

const firmOf = (name: Element, isCustomer: boolean): Answer => ({
  is: isCustomer ? 'firstName' : 'note',
  value: name.text,
  place: placeOf(name),
  label: 'Company',
});

function nameOf(name: Element): Answer {
  const { part } = name.attributes;
  const is = !part || /^full$/i.test(part) ? 'name' : meaningOf(part);
  const sent = { value: name.text, place: placeOf(name), label: joined('Name', part && `(${part})`) };
  return { is: NAMES.has(is) ? is : 'note', ...sent };
}

const NAMES: ReadonlySet<Meaning> = new Set(['name', 'firstName', 'middleName', 'lastName', 'nameSuffix']);

const emailOf = (email: Element): Answer => ({
  is: 'email',
  value: email.text,
  place: placeOf(email),
  label: 'Other email',
});

/** What a phone is, and when the customer likes to be called there, in brackets. */
const kindOf = (...said: readonly string[]): string => {
  const words = said.filter(Boolean).join(', ');
  return words && ` (${words})`;
};

/** When the customer likes to be called: `morning`, `evening`; nothing if that does not matter. */
const timeOf = ({ attributes: { time = '' } }: Element): readonly string[] =>
  /^(?:no ?preference)?$/i.test(time) ? [] : [time.toLowerCase()];

const isPreferred = ({ attributes: { preferredcontact } }: Element): boolean => preferredcontact === '1';

const [MOBILE, PREFERRED, ANY, FAX] = [0, 1, 2, 3];

/** A mobile phone comes before the one that is preferred, and that before others. */
function rankOf(phone: Element): number {
  const type = typeOf(phone);
  if (/fax|pager/.test(type)) return FAX;
  if (/^(?:cell|mobile)/.test(type)) return MOBILE;
  return isPreferred(phone) ? PREFERRED : ANY;
}

const phoneOf = (phone: Element): Answer => ({
  is: 'phone',
  value: phone.text,
  place: placeOf(phone),
  label: `Other phone${kindOf(typeOf(phone), ...timeOf(phone))}`,
});

const faxOf = (fax: Element): Answer => ({
  is: 'note',
  value: fax.text,
  place: placeOf(fax),
  label: /pager/.test(typeOf(fax)) ? 'Pager' : 'Fax',
});

const preferenceOf = (element: Element): readonly Answer[] =>
  noted(
    'Preferred contact',
    [element.name === 'email' ? 'email' : `phone${kindOf(typeOf(element))}`],
    element,
  );

/** The ZIP code, and the whole address as a line of the notes. */
function addressOf(address: Element): readonly Answer[] {
  const zip = within(address, 'postalcode').find(({ text }) => text);
  const place = { state: textOf(address, 'regioncode'), country: textOf(address, 'country') };
  const words = Object.fromEntries(PARTS.map((name) => [name, '']));
  return [
    ...(zip ? [{ is: 'zip', value: zipOf(zip.text, place), place: placeOf(zip) } as const] : []),
    ...noted('Address', factsIn(address, words), address),
  ];
}

const PARTS = ['street', 'apartment', 'city', 'regioncode', 'postalcode', 'country'];

/** A line about somebody beside the customer. */
export const alsoOf = (person: Element): readonly Answer[] => noted('Also', factsIn(person, PERSON), person);

const PERSON: Words = {
  ...Object.fromEntries([...PARTS, 'email', 'phone'].map((name) => [name, ''])),
  comments: null,
  comment: null,
  id: null,
  vehicle: null,
  name: ({ text }) => (text ? [text] : []),
};
