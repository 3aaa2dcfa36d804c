import type { EmailAddress } from './email-address.ts';
import { isSameName } from './name.ts';
import type { PhoneNumber } from './phone-number.ts';

/** A customer as a lead describes them, with an email, a phone or both (Spec 2.1 rule 1). */
export interface Customer {
  readonly firstName: string;
  readonly lastName: string | undefined;
  readonly email: EmailAddress | undefined;
  readonly phone: PhoneNumber | undefined;
  /** Kept on the contact only, never on a deal (Spec 2.1 rule 4). */
  readonly zip: string | undefined;
}

/**
 * The customer as a deal keeps them, who may be another person than the contact. Without the ZIP (Spec 2.1 rule
 * 4).
 */
export type CustomerAsSent = Omit<Customer, 'zip'>;

/** Whether a deal still has a customer to work for: their data was not erased. */
export const hasCustomer = ({ customer }: { readonly customer: CustomerAsSent | undefined }): boolean =>
  customer !== undefined;

/**
 * Whether a lead of the contact came under another first name: it may be another person's, as families share phones.
 */
export const isUnderOtherName = (
  customer: CustomerAsSent | undefined,
  contact: Contact | undefined,
): boolean =>
  customer !== undefined && contact !== undefined && !isSameName(customer.firstName, contact.firstName);

/** Leaves out the ZIP, which no deal keeps (Spec 2.1 rule 4). */
export const withoutZip = ({ firstName, lastName, email, phone }: Customer): CustomerAsSent => ({
  firstName,
  lastName,
  email,
  phone,
});

/** A key by which a contact can be found. No two contacts hold the same key. */
export type IdentityKey = `e:${string}` | `p:${string}`;

/** A customer as the CRM keeps them. */
export interface Contact extends Customer {
  readonly id: string;
  /** The keys of the contact's email, and of its phone unless another held it first: families share phones. */
  readonly keys: readonly IdentityKey[];
}

/** What a customer adds to a known contact: only fields that were blank. */
export type Filling = Partial<Pick<Contact, 'lastName' | 'email' | 'phone' | 'zip'>> & Pick<Contact, 'keys'>;

/** The identity key of an email. */
export const emailKey = (email: EmailAddress): IdentityKey => `e:${email.identity}`;
/** The identity key of a phone. */
export const phoneKey = (phone: PhoneNumber): IdentityKey => `p:${phone.identity}`;

/**
 * The keys under which a customer may already be known. Contacts that hold one are `placeCustomer`'s
 * candidates.
 */
export function identityKeys({ email, phone }: Pick<Customer, 'email' | 'phone'>): IdentityKey[] {
  return [...(email ? [emailKey(email)] : []), ...(phone ? [phoneKey(phone)] : [])];
}

const contactWithKey = (key: IdentityKey, contacts: readonly Contact[]): Contact | undefined =>
  contacts.find((contact) => contact.keys.includes(key));

/** What keeping a customer changes in the contacts. `contact`: the customer's contact afterwards. */
export type Placement =
  | { readonly change: 'none'; readonly contact: Contact }
  | { readonly change: 'added'; readonly contact: Contact }
  | {
      readonly change: 'filled';
      readonly contact: Contact;
      readonly before: Contact;
      readonly filling: Filling;
    };

/**
 * Finds the customer's place among `candidates`: all contacts that hold one of the customer's identity keys.
 * Fills blanks and overwrites nothing. Calls `newId` for a new contact.
 */
export function placeCustomer(
  customer: Customer,
  candidates: readonly Contact[],
  newId: () => string,
): Placement {
  const known = knownContact(customer, candidates);
  if (!known) return { change: 'added', contact: newContact(newId(), customer, candidates) };
  const filling = blanksToFill(known, customer, candidates);
  if (!filling) return { change: 'none', contact: known };
  return { change: 'filled', contact: filled(known, filling), before: known, filling };
}

/**
 * The holder of the email, else the holder of the phone, unless that contact and the customer both have an email (then
 * they are two people).
 */
function knownContact(customer: Customer, candidates: readonly Contact[]): Contact | undefined {
  const { email, phone } = customer;
  const byEmail = email && contactWithKey(emailKey(email), candidates);
  if (byEmail) return byEmail;
  const byPhone = phone && contactWithKey(phoneKey(phone), candidates);
  return byPhone && (email === undefined || byPhone.email === undefined) ? byPhone : undefined;
}

function newContact(id: string, customer: Customer, candidates: readonly Contact[]): Contact {
  return { id, ...customer, keys: identityKeys(customer).filter((key) => !contactWithKey(key, candidates)) };
}

/** The blanks that the customer can fill; `undefined` if there are none. */
function blanksToFill(
  contact: Contact,
  customer: Customer,
  candidates: readonly Contact[],
): Filling | undefined {
  const { lastName, email, phone, zip } = customer;
  const fills = { email: contact.email ? undefined : email, phone: contact.phone ? undefined : phone };
  const fields = {
    ...(!contact.lastName && lastName && isSamePerson(contact, customer) && { lastName }),
    ...(fills.email && { email }),
    ...(fills.phone && { phone }),
    ...(!contact.zip && zip && { zip }),
  };
  if (Object.keys(fields).length === 0) return undefined;
  return { ...fields, keys: identityKeys(fills).filter((key) => !contactWithKey(key, candidates)) };
}

/** Whether contact and customer are one person. Families share phones: a phone alone needs the same first name. */
const isSamePerson = ({ firstName }: Contact, customer: Customer): boolean =>
  customer.email !== undefined || isSameName(firstName, customer.firstName);

const filled = (contact: Contact, filling: Filling): Contact => ({
  ...contact,
  ...filling,
  keys: [...contact.keys, ...filling.keys],
});

/**
 * The keys of the email and phone that a contact shows without holding them: another contact held the phone
 * first.
 */
export const shownKeys = ({ email, phone, keys }: Pick<Contact, 'email' | 'phone' | 'keys'>): IdentityKey[] =>
  identityKeys({ email, phone }).filter((key) => !keys.includes(key));
