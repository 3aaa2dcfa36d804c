import type { ContactRecord } from '../../../application/ports/records.ts';
import type { Contact } from '../../../domain/contact.ts';
import { type ContactField, fieldLabels } from '../../../domain/mended-contact.ts';
import { facts, oneLine, type Style, table, timeText } from './text.ts';

type Fact = readonly [string, string | undefined];

export function contactView(contact: Contact | undefined) {
  if (!contact) return null;
  const { firstName, lastName, email, phone, zip } = contact;
  return { firstName, lastName, email: email?.value, phone: phone?.value, zip };
}

/** For lists. */
export const contactRow = (contact: Contact) => ({ contactId: contact.id, ...contactView(contact) });

export const contactTable = (contacts: readonly Contact[], style: Style): string =>
  table(
    ['CONTACT', 'NAME', 'EMAIL', 'PHONE', 'ZIP'],
    contacts.map((contact) => [
      contact.id,
      nameOf(contact),
      contact.email?.value ?? '-',
      contact.phone?.value ?? '-',
      contact.zip ?? '-',
    ]),
    style,
  );

const nameOf = ({ firstName, lastName }: Contact): string => [firstName, lastName].filter(Boolean).join(' ');

/** The person, for a question about them. On one line. */
export const whoIs = (contact: Contact | undefined): string =>
  contact
    ? oneLine([nameOf(contact), contact.email?.value, contact.phone?.value].filter(Boolean).join(', '))
    : 'erased';

export const fieldNames = (fields: readonly ContactField[]): string =>
  fields.map((field) => fieldLabels[field]).join(', ');

export const contactFacts = ({ contact, erased }: Pick<ContactRecord, 'contact' | 'erased'>): Fact[] => [
  ['Customer', contact && nameOf(contact)],
  ['Email', contact?.email?.value],
  ['Phone', contact?.phone?.value],
  ['ZIP', contact?.zip],
  ['Erased', erased && timeText(erased)],
];

export const contactText = (found: ContactRecord, style: Style): string =>
  facts(
    [
      ['Contact', found.contactId],
      ['Merged', found.merged?.join(', ')],
      ...contactFacts(found),
      ['Leads', String(found.deals)],
    ],
    style,
  );
