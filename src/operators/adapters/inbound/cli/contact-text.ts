import type { ContactRecord } from '#operators/application/ports/records.ts';
import type { Contact, CustomerAsSent } from '../../../../domain/contact.ts';
import { nameOf } from '../../../../domain/name.ts';
import { facts, oneLine, type Style, timeText } from './text.ts';

type Fact = readonly [string, string | undefined];

export const customerFacts = (customer: CustomerAsSent | undefined): Fact[] => [
  ['Customer', customer && nameOf(customer)],
  ['Email', customer?.email?.value],
  ['Phone', customer?.phone?.value],
];

/** The values that a lead said differently before operators corrected them. */
export function asSentFacts(sent: CustomerAsSent | undefined, present: CustomerAsSent | undefined): Fact[] {
  const before = customerFacts(sent);
  return customerFacts(present).flatMap(([name, value], at) =>
    value === before[at]?.[1] ? [] : [[`${name} as sent`, before[at]?.[1]] as const],
  );
}

/** The values that the contact has and the lead lacks, or says differently. */
export function otherFacts(customer: CustomerAsSent, contact: Contact | undefined): Fact[] {
  if (!contact) return [];
  const { email, phone } = contact;
  return [
    ['Contact’s name', nameOf(contact) === nameOf(customer) ? undefined : nameOf(contact)],
    ['Contact’s email', email?.identity === customer.email?.identity ? undefined : (email?.value ?? '-')],
    ['Contact’s phone', phone?.identity === customer.phone?.identity ? undefined : (phone?.value ?? '-')],
  ];
}

/** A customer's name and addresses on one line, for a question. */
export const whoIs = (contact: Contact | undefined): string =>
  contact
    ? oneLine([nameOf(contact), contact.email?.value, contact.phone?.value].filter(Boolean).join(', '))
    : 'erased';

export const contactText = (found: ContactRecord, style: Style): string =>
  facts(
    [
      ['Contact', found.contactId],
      ['Merged', found.merged?.join(', ')],
      ...customerFacts(found.contact),
      ['ZIP', found.contact?.zip],
      ['Erased', found.erased && timeText(found.erased, style)],
      ['Leads', String(found.deals)],
    ],
    style,
  );
