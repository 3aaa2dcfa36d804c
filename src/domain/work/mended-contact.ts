import {
  type Contact,
  type CustomerAsSent,
  emailKey,
  type IdentityKey,
  identityKeys,
  phoneKey,
} from '../intake/contact.ts';
import { EmailAddress } from '../intake/email-address.ts';
import { BrokenRule } from '../intake/invalid-lead.ts';
import { lengthLimits } from '../intake/lead.ts';
import { isSameName, nameOf, spelling } from '../intake/name.ts';
import { PhoneNumber } from '../intake/phone-number.ts';
import { isBlank, lengthOf, trimmed } from '../intake/text.ts';
import { Refused } from '../refused.ts';
import type { Customers } from './deal.ts';

/** The fields of a contact that an operator can mend. */
export const contactFields = ['firstName', 'lastName', 'email', 'phone', 'zip'] as const;
/** One of `contactFields`. */
export type ContactField = (typeof contactFields)[number];

/** What an operator types. An empty value empties the field, an absent one leaves it as it is. */
export type ContactDraft = { readonly [F in ContactField]?: string | undefined };

/** The new values. A field that is `undefined` is emptied, an absent one stays. */
export type ContactEdit = { readonly [F in ContactField]?: Contact[F] | undefined };

const readers = {
  firstName: trimmed(lengthLimits.firstName),
  lastName: trimmed(lengthLimits.lastName),
  email: EmailAddress.parse,
  phone: PhoneNumber.parse,
  zip: trimmed(lengthLimits.zip),
} satisfies { [F in ContactField]: (raw: string) => Contact[F] };

/** Throws Refused if there is nothing to change or a value is not valid; the message does not repeat it. */
export function parseEdit(draft: ContactDraft): ContactEdit {
  const given = contactFields.filter((field) => draft[field] !== undefined);
  if (given.length === 0) throw new Refused('invalid-contact', 'There is nothing to change.');
  return Object.fromEntries(given.map((field) => [field, newValue(field, draft[field] ?? '')]));
}

/** What sentences call each field. */
export const fieldLabels = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  phone: 'phone',
  zip: 'ZIP',
} as const satisfies Record<ContactField, string>;

function newValue(field: ContactField, raw: string) {
  if (raw.trim() === '') return undefined;
  if (isBlank(raw)) throw new Refused('invalid-contact', `The ${fieldLabels[field]} shows nothing.`);
  try {
    return readers[field](raw);
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    const rule =
      error.reason === 'too-long'
        ? `may have at most ${error.limit} characters: this one has ${lengthOf(raw.trim())}`
        : `is not valid${error.reason === 'invalid-phone' ? NORTH_AMERICAN : ''}`;
    throw new Refused('invalid-contact', `The ${fieldLabels[field]} ${rule}.`);
  }
}

const NORTH_AMERICAN = ': it has ten digits, or eleven that begin with 1, as in North America';

/** The contact no longer says what the author of an edit saw. */
export class EditOvertaken extends Refused {
  override readonly name = 'EditOvertaken';
  /** When that was changed, if it is known. */
  readonly at: Date | undefined;

  constructor(fields: readonly ContactField[], last?: { readonly by: string; readonly at: Date }) {
    const what = `the ${fields.map((field) => fieldLabels[field]).join(', ')}`;
    super(
      'changed-meanwhile',
      last ? `Meanwhile ${last.by} changed ${what}.` : `Meanwhile ${what} became another.`,
    );
    this.at = last?.at;
  }
}

/** The fields in which the contact says neither what the author of an edit saw nor what they are to say. */
export const overtakenFields = (contact: Contact, edit: ContactEdit, seen: ContactDraft): ContactField[] =>
  contactFields.filter((field) => {
    const saw = seen[field];
    if (saw === undefined) return false;
    const said = meant(contact[field]);
    return said !== meantBy(field, saw) && !(field in edit && said === meant(edit[field]));
  });

/** The same for two spellings of one email or phone. */
const meant = (value: Contact[ContactField]): string =>
  (typeof value === 'object' ? value.identity : value) ?? '';

/** `undefined` for what can be no value of the field. */
function meantBy(field: ContactField, raw: string): string | undefined {
  try {
    return isBlank(raw) ? '' : meant(readers[field](raw));
  } catch (error) {
    if (error instanceof BrokenRule) return undefined;
    throw error;
  }
}

/** Another contact holds the email or phone. */
export class KeyHeld extends Refused {
  override readonly name = 'KeyHeld';
  readonly contactId: string | undefined;

  constructor(field: 'email' | 'phone', holder: Contact | undefined) {
    const who = holder ? `Contact ${holder.id}` : 'Another contact';
    const why =
      field === 'email'
        ? 'this email: change that one first, or'
        : 'this phone, and without an email this one could no longer be found:';
    super('key-held', `${who} has ${why} have the two merged.`);
    this.contactId = holder?.id;
  }
}

/**
 * The contact with the new values. A changed email or phone replaces its key. `others` are all other contacts that hold
 * a key of the new email or phone, or of the present phone: such an email is refused; such a phone is shown, and stays with
 * its holder. Throws Refused.
 */
export function editContact(contact: Contact, edit: ContactEdit, others: readonly Contact[]): Contact {
  const { firstName = contact.firstName, ...rest } = edit;
  if ('firstName' in edit && edit.firstName === undefined)
    throw new Refused('invalid-contact', 'A contact needs a first name.');
  const edited = { ...contact, ...rest, firstName };
  if (!edited.email && !edited.phone)
    throw new Refused('invalid-contact', 'A contact needs an email or a phone.');

  const holder = (key: IdentityKey) => others.find(({ keys }) => keys.includes(key));
  const owner = edit.email && holder(emailKey(edit.email));
  if (owner) throw new KeyHeld('email', owner);
  const replaced = identityKeys({
    email: 'email' in edit ? contact.email : undefined,
    phone: 'phone' in edit ? contact.phone : undefined,
  });
  const kept = contact.keys.filter((key) => !replaced.includes(key));
  const added = identityKeys({ email: edit.email, phone: edit.phone }).filter((key) => !holder(key));
  const keys = [...new Set([...kept, ...added])];
  if (keys.length === 0) throw new KeyHeld('phone', edited.phone && holder(phoneKey(edited.phone)));
  return { ...edited, keys };
}

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

/** The keys that a contact shows without holding them: those of a phone that another contact held first. */
export const shownKeys = ({ email, phone, keys }: Pick<Contact, 'email' | 'phone' | 'keys'>): IdentityKey[] =>
  identityKeys({ email, phone }).filter((key) => !keys.includes(key));

/** The fields in which the two differ. */
export const changedFields = (before: Contact, after: Contact): ContactField[] =>
  contactFields.filter((field) => textOf(before[field]) !== textOf(after[field]));

const textOf = (value: Contact[ContactField]): string =>
  (typeof value === 'object' ? value.value : value) ?? '';
