import type { PersonAtDesk } from '../../../application/ports/inbound/people.ts';
import type { Contact, CustomerAsSent } from '../../../domain/contact.ts';
import { type NamedPerson, personName } from '../../../domain/person.ts';

export function contactView(contact: Contact | undefined) {
  if (!contact) return null;
  const { firstName, lastName, email, phone, zip } = contact;
  return { firstName, lastName, email: email?.value, phone: phone?.value, zip };
}

/** Who takes care of a lead. */
export const ownerView = (id: string | undefined, people: readonly NamedPerson[]) =>
  id === undefined ? undefined : { id, name: personName(id, people) };

/** A name as a lead gave it. */
export function customerView(customer: CustomerAsSent | undefined) {
  if (!customer) return null;
  const { firstName, lastName, email, phone } = customer;
  return { firstName, lastName, email: email?.value, phone: phone?.value };
}

/** Somebody who works with leads. */
export const personView = ({ id, name, email, role, seen, left, sessions }: PersonAtDesk) => ({
  id,
  name,
  email,
  role,
  seen,
  left,
  sessions,
});
