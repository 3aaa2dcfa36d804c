import {
  type Contact,
  type CustomerAsSent,
  emailKey,
  type IdentityKey,
  identityKeys,
} from '../../../domain/contact.ts';
import { isSameName, nameOf, spelling } from '../../../domain/name.ts';
import type { Customers, WorkedDeal } from './worked-deal.ts';

/** The kept contact with all keys of the other, and its blanks filled from the other. Nothing is overwritten. */
export const mergedContact = (kept: Contact, gone: Contact): Contact => ({
  ...kept,
  lastName: kept.lastName || gone.lastName,
  email: kept.email ?? gone.email,
  phone: kept.phone ?? gone.phone,
  zip: kept.zip || gone.zip,
  keys: [...new Set([...kept.keys, ...gone.keys])],
});

/**
 * The contact after some of its leads lost their customers: without keys that only those leads' customers had.
 * Keys that the contact or its other leads say stay (after a merge, those may be another person's), and one key
 * always stays. `gone`, `left`: the customers, as sent and as corrected, of the erased leads and of the others.
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

/**
 * A name, email or phone of a customer in the form in which they are compared. An absent one is a value as
 * well.
 */
export type SaidValue = `${'n' | 'e' | 'p'}:${string}`;

/** A customer's name, email and phone, in this order. */
export const saidValues = ({ email, phone, ...name }: CustomerAsSent): SaidValue[] => [
  nameValue(nameOf(name)),
  `e:${email?.identity ?? ''}`,
  `p:${phone?.identity ?? ''}`,
];

const nameValue = (name: string): SaidValue => `n:${spelling(name)}`;

/** Values that an edit removed from the contact, but that its leads may still have. */
export function replacedByEdit(before: Contact, after: Contact): SaidValue[] {
  const now: readonly SaidValue[] = [...saidValues(after), ...after.keys];
  return [...replacedNames(before, after), ...saidValues(before).filter((value) => !now.includes(value))];
}

/**
 * Values that a merge made out of date in the leads of the contact that went: its names. Its email and phone
 * still hold.
 */
export const replacedByMerge = (gone: Contact, kept: Contact): SaidValue[] => replacedNames(gone, kept);

/** The contact's old names. A lead may also have said the old first name alone. */
function replacedNames(before: Contact, after: Contact): SaidValue[] {
  const now = nameValue(nameOf(after));
  const names = [nameValue(nameOf(before)), nameValue(before.firstName)];
  return names[0] === now ? [] : names.filter((name) => name !== now);
}

/**
 * The correction of a lead's customer after its contact changed: replaced values become the contact's.
 * `undefined` if that makes the customer as sent again. Values of other people who share the contact stay.
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

/** The deal with its contact's present values; the very same object if nothing changes. */
export function correctedDeal<D extends Customers & Pick<WorkedDeal, 'contactId' | 'changedAt'>>(
  deal: D,
  contact: Contact,
  replaced: readonly SaidValue[],
  at: Date,
): D {
  const present = mendedCustomer(deal, contact, replaced);
  if (present === deal.present && contact.id === deal.contactId) return deal;
  return { ...deal, contactId: contact.id, present, changedAt: at };
}

const isSame = (one: CustomerAsSent, other: CustomerAsSent): boolean =>
  saidValues(one).join() === saidValues(other).join();

/**
 * Whether a contact that took one of these keys, while they were moving to another contact, is the same
 * customer: it has the same email, or none. Otherwise the two only share a phone.
 */
export const isSameCustomer = ({ email }: Contact, keys: readonly IdentityKey[]): boolean =>
  email === undefined || keys.includes(emailKey(email));
