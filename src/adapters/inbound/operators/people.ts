import type { Contact, CustomerAsSent } from '../../../domain/contact.ts';

export function contactView(contact: Contact | undefined) {
  if (!contact) return null;
  const { firstName, lastName, email, phone, zip } = contact;
  return { firstName, lastName, email: email?.value, phone: phone?.value, zip };
}

/** A name as a lead gave it. */
export function customerView(customer: CustomerAsSent | undefined) {
  if (!customer) return null;
  const { firstName, lastName, email, phone } = customer;
  return { firstName, lastName, email: email?.value, phone: phone?.value };
}
