import { type Contact, emailKey, type IdentityKey, identityKeys } from './contact.ts';
import { EmailAddress } from './email-address.ts';
import { BrokenRule } from './invalid-lead.ts';
import { lengthLimits } from './lead.ts';
import { PhoneNumber } from './phone-number.ts';
import { Refused } from './refused.ts';
import { isBlank, trimmed } from './text.ts';

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
        ? `The ${fieldLabels[field]} may have at most ${error.limit} characters.`
        : `The ${fieldLabels[field]} is not valid.`;
    throw new Refused('invalid-contact', rule);
  }
}

/**
 * The contact with the new values. A changed email or phone replaces its key. `others` are all other contacts that hold
 * a key of the new email or phone: such an email is refused; such a phone is shown, and stays with its holder.
 * Throws Refused.
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
  if (owner)
    throw new Refused(
      'key-held',
      `Contact ${owner.id} has this email: merge the two, or change that one first.`,
    );
  const replaced = identityKeys({
    email: 'email' in edit ? contact.email : undefined,
    phone: 'phone' in edit ? contact.phone : undefined,
  });
  const kept = contact.keys.filter((key) => !replaced.includes(key));
  const added = identityKeys({ email: edit.email, phone: edit.phone }).filter((key) => !holder(key));
  const keys = [...new Set([...kept, ...added])];
  if (keys.length === 0)
    throw new Refused(
      'key-held',
      'Another contact has this phone, and without an email this one could no longer be found: merge the two.',
    );
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
