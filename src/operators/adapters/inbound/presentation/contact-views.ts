import { emailOrPhone } from '#operators/application/leads/seek-leads.ts';
import { type ContactField, fieldLabels } from '#operators/domain/work/contact-edit.ts';
import type { Contact } from '../../../../domain/contact.ts';
import { nameOf } from '../../../../domain/name.ts';
import { isBlank } from '../../../../domain/text.ts';
import type { Columns } from './list.ts';
import { searchText } from './values.ts';

/** Columns of a list of contacts. */
export const contactColumns = {
  contactId: { head: 'Contact', in: ['terminal'], value: ({ id }) => id },
  name: { head: 'Name', value: nameOf },
  email: { head: 'Email', value: ({ email }) => email?.value },
  phone: { head: 'Phone', value: ({ phone }) => phone?.value },
  zip: { head: 'ZIP', value: ({ zip }) => zip },
} as const satisfies Columns<Contact>;

export const fieldNames = (fields: readonly ContactField[]): string =>
  fields.map((field) => fieldLabels[field]).join(', ');

/** The remark after an edit to a phone that another contact has. */
export const SHARED_PHONE = 'Another contact has this phone: leads with the phone alone still go there.';

/**
 * Reads a text to find contacts by: an email, a phone in any form, else a name. `undefined` if it is blank.
 * Throws InvalidValue.
 */
export const contactSought = (text: string) =>
  emailOrPhone(searchText(text)) ?? (isBlank(text) ? undefined : { clue: text });
