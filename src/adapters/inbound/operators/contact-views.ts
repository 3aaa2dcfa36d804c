import { emailOrPhone } from '../../../application/operators/leads/seek-leads.ts';
import type { MergePlan } from '../../../application/operators/ports/inbound/contact-use-cases.ts';
import type { LeadPage } from '../../../application/operators/ports/inbound/lead-use-cases.ts';
import type { ContactRecord } from '../../../application/operators/ports/records.ts';
import type { Contact } from '../../../domain/intake/contact.ts';
import { shownKeys } from '../../../domain/intake/contact.ts';
import { nameOf } from '../../../domain/intake/name.ts';
import { isBlank } from '../../../domain/intake/text.ts';
import { type ContactField, fieldLabels } from '../../../domain/work/contact-edit.ts';
import type { NamedPerson } from '../../../domain/work/person.ts';
import { leadSummary } from './lead-columns.ts';
import type { Columns } from './list.ts';
import { contactView, orNull } from './person-views.ts';
import { searchText } from './values.ts';

/** A contact in a list. */
export const contactRow = (contact: Contact) => ({ contactId: contact.id, ...contactView(contact) });

/** Contacts in a list. */
export const contactColumns = {
  contactId: { head: 'Contact', in: ['terminal'], value: ({ id }) => id },
  name: { head: 'Name', value: nameOf },
  email: { head: 'Email', value: ({ email }) => email?.value },
  phone: { head: 'Phone', value: ({ phone }) => phone?.value },
  zip: { head: 'ZIP', value: ({ zip }) => zip },
} as const satisfies Columns<Contact>;

/** A contact with its leads. */
export const contactRecordView = (
  { contactId, contact, erased, merged }: ContactRecord,
  { leads, more }: Pick<LeadPage, 'leads' | 'more'>,
  people: readonly NamedPerson[],
) => ({
  contactId,
  contact: orNull(contactView, contact),
  contactErased: erased,
  mergedIds: merged,
  leads: leads.map((lead) => leadSummary(lead, people)),
  more,
});

/** A contact after an edit. */
export const editView = (after: Contact, fields: readonly ContactField[]) => ({
  contactId: after.id,
  contact: contactView(after),
  changed: fields,
  ...(fields.includes('phone') && shownKeys(after).length > 0 && { sharesPhone: true as const }),
});

export const mergeView = ({ keptId, goneId, gone, filled }: MergePlan, merged: boolean) => ({
  contactId: keptId,
  mergedId: goneId,
  leads: gone?.deals ?? 0,
  filled,
  merged,
  ...(!gone && { already: true }),
});

export const fieldNames = (fields: readonly ContactField[]): string =>
  fields.map((field) => fieldLabels[field]).join(', ');

/** Told after an edit that changed a phone which another contact has. */
export const SHARED_PHONE = 'Another contact has this phone: leads with the phone alone still go there.';

/**
 * What a text would find contacts by: an email, a phone in any form, else a name. `undefined` if it is blank. Throws
 * InvalidValue.
 */
export const contactSought = (text: string) =>
  emailOrPhone(searchText(text)) ?? (isBlank(text) ? undefined : { clue: text });
