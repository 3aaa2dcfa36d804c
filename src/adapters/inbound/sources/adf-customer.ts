import { EmailAddress } from '../../../domain/email-address.ts';
import { type Element, textOf, within } from './xml.ts';

/** The customer in an ADF document, as fields of a lead. */
export interface AdfCustomer {
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly zip: string | undefined;
  /** Lines for the notes: facts about the customer that no field holds. */
  readonly more: readonly string[];
}

/**
 * Reads the customer. `notTheirs`: emails of the sender and the dealer, which some senders put in the customer's
 * place.
 */
export function customerOf(
  customer: Element | undefined,
  { comments, notTheirs }: { readonly comments: string; readonly notTheirs: readonly string[] },
): AdfCustomer {
  const [main = customer, ...others] = within(customer, 'contact');
  const emails = within(main, 'email')
    .map(({ text }) => text)
    .filter(Boolean);
  const theirs = emails.filter((email) => !notTheirs.includes(email.toLowerCase()));
  const email =
    theirs.find(isEmail) ?? theirs[0] ?? labelled(comments, /\be-?mail(?: address)?:\s{0,9}(\S{3,254})/i);
  const phones = within(main, 'phone')
    .map(phoneOf)
    .filter(({ text }) => text !== '');
  const phone = chosen(phones);
  const fallback =
    phones.length === 0
      ? labelled(comments, /\bphone(?: number)?:\s{0,9}([+\d][\d ().+\-/]{8,24}\d)/i)
      : undefined;
  const broken = email && isEmail(email) ? undefined : phones[0]?.text; // an invalid number is kept for a person to see
  const given = phone?.number ?? fallback ?? broken;
  return {
    ...nameOf(main),
    email,
    phone: given,
    zip: textOf(main, 'postalcode'),
    more: [
      ...phones
        .filter((each) => (each === phone ? each.extension || each.time : each.text !== given))
        .map((each) => phoneLine(each, each === phone)),
      ...theirs.filter((each) => each !== email).map((each) => `Other email: ${each}`),
      ...within(main, 'address').map(addressLine),
      ...others.map((other) => coBuyerLine(other)),
    ].filter(Boolean),
  };
}

export const isEmail = (text: string): boolean => {
  try {
    return EmailAddress.parse(text) !== undefined;
  } catch {
    return false;
  }
};

const labelled = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1];

/** The contact's first and last name: from names with a `part`, or from a whole name, cut at its first blank. */
function nameOf(contact: Element | undefined): Pick<AdfCustomer, 'firstName' | 'lastName'> {
  const names = within(contact, 'name').filter(({ text }) => text !== '');
  const part = (...parts: readonly string[]) =>
    names.find(({ attributes }) => parts.includes((attributes.part ?? 'full').toLowerCase()))?.text;
  const [first, last, full] = [part('first'), part('last', 'surname'), part('full')];
  const more = [part('middle'), last, part('suffix')].filter(Boolean).join(' ') || undefined;
  if (first) return { firstName: first, lastName: more };
  const whole = full ?? last;
  const isBusiness = names.some(({ attributes }) => attributes.type?.toLowerCase() === 'business');
  const [, head, rest] = /^(\S+)\s+([\s\S]+)$/.exec(whole ?? '') ?? [];
  return isBusiness || !rest
    ? { firstName: whole, lastName: undefined }
    : { firstName: head, lastName: rest };
}

interface Phone {
  readonly text: string;
  readonly type: string;
  /** When the customer likes to be called: `morning`, `evening`; empty if that does not matter. */
  readonly time: string;
  readonly isPreferred: boolean;
  /** Ten digits, or eleven with a leading 1; `undefined` if the text has more or fewer, or is a placeholder. */
  readonly number: string | undefined;
  readonly extension: string | undefined;
}

function phoneOf({ text, attributes }: Element): Phone {
  const [before = '', after = ''] = text.split(/ext|x|#/i);
  const [extension] = /\d{1,8}/.exec(after) ?? [];
  const digits = before.replace(/\D/g, '');
  const isNumber = /^1?\d{10}$/.test(digits) && !/^1?0+$/.test(digits);
  return {
    text,
    type: (attributes.type ?? 'phone').toLowerCase(),
    time: (attributes.time ?? '').toLowerCase().replace(/^no ?preference$/, ''),
    isPreferred: attributes.preferredcontact === '1',
    number: isNumber ? digits : undefined,
    extension,
  };
}

/** Chooses the phone to keep: a mobile one, else the preferred one, else the first. */
function chosen(phones: readonly Phone[]): Phone | undefined {
  const numbers = phones.filter(({ number }) => number !== undefined);
  return (
    numbers.find(({ type }) => /^(cell|mobile)/.test(type)) ??
    numbers.find(({ isPreferred }) => isPreferred) ??
    numbers[0]
  );
}

const phoneLine = ({ text, type, time, extension }: Phone, isChosen: boolean): string =>
  isChosen
    ? [extension && `Extension: ${extension}`, time && `When to call: ${time}`].filter(Boolean).join('\n')
    : `Other phone (${[type, time].filter(Boolean).join(', ')}): ${text}`;

function addressLine(address: Element): string {
  const parts = ['street', 'apartment', 'city', 'regioncode', 'postalcode', 'country'];
  const said = parts.flatMap((name) => within(address, name).map(({ text }) => text)).filter(Boolean);
  return said.length > 0 ? `Address: ${said.join(', ')}` : '';
}

function coBuyerLine(contact: Element): string {
  const { firstName, lastName } = nameOf(contact);
  const said = [firstName, lastName, textOf(contact, 'email'), textOf(contact, 'phone')].filter(Boolean);
  return said.length > 0 ? `Also: ${said.join(' ')}` : '';
}
