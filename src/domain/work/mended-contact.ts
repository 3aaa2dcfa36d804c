import {
  type Contact,
  type CustomerAsSent,
  emailKey,
  type IdentityKey,
  identityKeys,
} from '../intake/contact.ts';
import { isSameName, nameOf, spelling } from '../intake/name.ts';
import type { Customers } from './deal.ts';

/** The contact that is kept, with all keys of the other and its own blanks filled. Nothing is overwritten. */
export const mergedContact = (kept: Contact, gone: Contact): Contact => ({
  ...kept,
  lastName: kept.lastName || gone.lastName,
  email: kept.email ?? gone.email,
  phone: kept.phone ?? gone.phone,
  zip: kept.zip || gone.zip,
  keys: [...new Set([...kept.keys, ...gone.keys])],
});

/**
 * The contact once these leads have no customer any more: without the keys that nobody says but they, neither it nor its
 * other leads (after a merge, those of another person). It keeps one key at least. Of leads, the customers as sent and as
 * mended: `gone` of these, `left` of the others.
 */
export function withoutLeads(
  contact: Contact,
  gone: readonly CustomerAsSent[],
  left: readonly CustomerAsSent[],
): Contact {
  const said = new Set([contact, ...left].flatMap(identityKeys));
  const forgotten = new Set(gone.flatMap(identityKeys).filter((key) => !said.has(key)));
  const keys = contact.keys.filter((key) => !forgotten.has(key));
  return keys.length > 0 ? { ...contact, keys } : contact;
}

/** Something that a customer says, to be compared: a name as `spelling` says, an email or a phone, also that there is none. */
export type SaidValue = `${'n' | 'e' | 'p'}:${string}`;

/** What a customer says: name, email and phone, in this order. */
export const saidValues = ({ email, phone, ...name }: CustomerAsSent): SaidValue[] => [
  nameValue(nameOf(name)),
  `e:${email?.identity ?? ''}`,
  `p:${phone?.identity ?? ''}`,
];

const nameValue = (name: string): SaidValue => `n:${spelling(name)}`;

/** What leads of the contact may say since before an edit, and it no longer does. */
export function replacedByEdit(before: Contact, after: Contact): SaidValue[] {
  const now: readonly SaidValue[] = [...saidValues(after), ...after.keys];
  return [...replacedNames(before, after), ...saidValues(before).filter((value) => !now.includes(value))];
}

/** Likewise of the leads of one that went into the kept one: they keep their own email and phone. */
export const replacedByMerge = (gone: Contact, kept: Contact): SaidValue[] => replacedNames(gone, kept);

/** A lead with the first name alone says the contact's name, too. */
function replacedNames(before: Contact, after: Contact): SaidValue[] {
  const now = nameValue(nameOf(after));
  const names = [nameValue(nameOf(before)), nameValue(before.firstName)];
  return names[0] === now ? [] : names.filter((name) => name !== now);
}

/**
 * The customer of a lead as its contact says it now, where the lead says one of these replaced values; `undefined` if that
 * is as it was sent. What other people say who share the contact stays theirs.
 */
export function mendedCustomer(
  { customer, present }: Customers,
  contact: Contact,
  replaced: readonly SaidValue[],
): CustomerAsSent | undefined {
  if (!customer) return undefined;
  const said = present ?? customer;
  const [isRenamed, hasOldEmail, hasOldPhone] = saidValues(said).map((value) => replaced.includes(value));
  const { firstName, lastName, email, phone } = contact;
  const isReachedThere = said.email && (hasOldEmail || contact.keys.includes(emailKey(said.email)));
  if (!isRenamed && !isReachedThere && !isSameName(said.firstName, firstName)) return present;
  const mended = {
    ...said,
    ...(isRenamed && { firstName, lastName }),
    ...(hasOldEmail && { email }),
    ...(hasOldPhone && { phone }),
  };
  if (isSame(mended, said)) return present;
  return isSame(mended, customer) ? undefined : mended;
}

const isSame = (one: CustomerAsSent, other: CustomerAsSent): boolean =>
  saidValues(one).join() === saidValues(other).join();

/**
 * Whether a contact that took one of these keys while they were on their way to another is the same customer: the same
 * email, or none. Else it only shares a phone.
 */
export const isSameCustomer = ({ email }: Contact, keys: readonly IdentityKey[]): boolean =>
  email === undefined || keys.includes(emailKey(email));
