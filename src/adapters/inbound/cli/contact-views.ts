import type { ContactRecord } from '../../../application/ports/records.ts';
import type { Contact } from '../../../domain/contact.ts';
import { facts, type Style, timeText } from './text.ts';

type Fact = readonly [string, string | undefined];

export function contactView(contact: Contact | undefined) {
  if (!contact) return null;
  const { firstName, lastName, email, phone, zip } = contact;
  return { firstName, lastName, email: email?.value, phone: phone?.value, zip };
}

export const contactFacts = ({ contact, erased }: Pick<ContactRecord, 'contact' | 'erased'>): Fact[] => [
  ['Customer', contact && [contact.firstName, contact.lastName].filter(Boolean).join(' ')],
  ['Email', contact?.email?.value],
  ['Phone', contact?.phone?.value],
  ['ZIP', contact?.zip],
  ['Erased', erased && timeText(erased)],
];

export const contactText = (found: ContactRecord, style: Style): string =>
  facts([['Contact', found.contactId], ...contactFacts(found), ['Leads', String(found.deals)]], style);
