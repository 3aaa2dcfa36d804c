import { type Contact, emailKey, type IdentityKey, identityKeys, phoneKey } from '../../../domain/contact.ts';
import { EmailAddress } from '../../../domain/email-address.ts';
import { BrokenRule } from '../../../domain/invalid-lead.ts';
import { lengthLimits } from '../../../domain/lead.ts';
import { PhoneNumber } from '../../../domain/phone-number.ts';
import { isBlank, lengthOf, trimmed } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';

/** The fields of a contact that operators can change. */
export const contactFields = ['firstName', 'lastName', 'email', 'phone', 'zip'] as const;
/** One of `contactFields`. */
export type ContactField = (typeof contactFields)[number];

/** A contact's new values as typed. An empty value empties its field, an absent one leaves the field as it is. */
export type ContactDraft = { readonly [F in ContactField]?: string | undefined };

/** A contact's new values, checked. A value of `undefined` empties its field, an absent one leaves it as it is. */
export type ContactEdit = { readonly [F in ContactField]?: Contact[F] | undefined };

const readers = {
  firstName: trimmed(lengthLimits.firstName),
  lastName: trimmed(lengthLimits.lastName),
  email: EmailAddress.parse,
  phone: PhoneNumber.parse,
  zip: trimmed(lengthLimits.zip),
} satisfies { [F in ContactField]: (raw: string) => Contact[F] };

/**
 * Checks what was typed. Throws Refused if there is nothing to change or a value is not valid; the message does
 * not repeat the value.
 */
export function parseEdit(draft: ContactDraft): ContactEdit {
  const given = contactFields.filter((field) => draft[field] !== undefined);
  if (given.length === 0) throw new Refused('invalid-contact', 'There is nothing to change.');
  return Object.fromEntries(given.map((field) => [field, newValue(field, draft[field] ?? '')]));
}

/** The words for each field in a sentence. */
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

/** The contact has changed since the author of an edit saw it. */
export class EditOvertaken extends Refused {
  override readonly name = 'EditOvertaken';
  /** The time of that change, if it is known. */
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

/**
 * Fields that somebody else has changed to a third value: neither what the author of the edit saw nor what the
 * edit sets.
 */
export const overtakenFields = (contact: Contact, edit: ContactEdit, seen: ContactDraft): ContactField[] =>
  contactFields.filter((field) => {
    const saw = seen[field];
    if (saw === undefined) return false;
    const said = meant(contact[field]);
    return said !== meantBy(field, saw) && !(field in edit && said === meant(edit[field]));
  });

/** The text by which two values are compared: the same for two spellings of one email or phone. */
const meant = (value: Contact[ContactField]): string =>
  (typeof value === 'object' ? value.identity : value) ?? '';

/** `meant` for a text as typed; `undefined` if the text can be no value of the field. */
function meantBy(field: ContactField, raw: string): string | undefined {
  try {
    return isBlank(raw) ? '' : meant(readers[field](raw));
  } catch (error) {
    if (error instanceof BrokenRule) return undefined;
    throw error;
  }
}

/** Another contact holds the email or phone that an edit needs. */
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
 * The contact with an edit's values. A changed email or phone replaces its key. `others`: all other contacts
 * that hold a key of the new email, the new phone or the present phone. An email that another contact holds is
 * refused; such a phone is shown, while its key stays with the holder. Throws Refused.
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

/** The fields in which two states of a contact differ. */
export const changedFields = (before: Contact, after: Contact): ContactField[] =>
  contactFields.filter((field) => fieldText(before[field]) !== fieldText(after[field]));

/** A field's value as people read it; empty if there is none. */
export const fieldText = (value: Contact[ContactField]): string =>
  (typeof value === 'object' ? value.value : value) ?? '';
