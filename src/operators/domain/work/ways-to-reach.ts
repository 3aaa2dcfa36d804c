import type { Contact, CustomerAsSent } from '../../../domain/contact.ts';
import { EmailAddress } from '../../../domain/email-address.ts';
import { nameOf, spelling } from '../../../domain/name.ts';
import { PhoneNumber } from '../../../domain/phone-number.ts';
import { type Customers, presentCustomer } from './worked-deal.ts';

/** A phone number or an email address. */
interface Way<V extends PhoneNumber | EmailAddress> {
  readonly value: V;
  /** The name of who has it, if only somebody with another first name does: families share contacts. */
  readonly name?: string | undefined;
}

/** A customer's numbers and addresses. The first of each kind is the one to try. */
export interface WaysToReach {
  readonly phones: readonly Way<PhoneNumber>[];
  readonly emails: readonly Way<EmailAddress>[];
}

/**
 * Every number and address known for a lead's customer, each once: from the lead, its contact, the contact's
 * other leads, and keys that came to the contact by a merge. Those of people with another first name come last.
 * Values that were corrected since are left out.
 */
export function waysToReach(
  lead: Customers,
  contact: Contact | undefined,
  others: readonly Customers[],
): WaysToReach {
  const customer = presentCustomer(lead);
  if (!customer) return { phones: [], emails: [] };
  const spelt = spelling(customer.firstName);
  const all = [customer, contact, ...others.map(presentCustomer)].filter((each) => each !== undefined);
  const apart = Map.groupBy(all, ({ firstName }) => spelling(firstName) === spelt); // once: there may be a thousand
  const theirsFirst = [
    ...(apart.get(true) ?? []).map((each) => ({ each, name: undefined })),
    ...(apart.get(false) ?? []).map((each) => ({ each, name: nameOf(each) })),
  ];
  const ways = <V extends PhoneNumber | EmailAddress>(
    kind: 'p:' | 'e:',
    said: (each: CustomerAsSent) => V | undefined,
    restore: (text: string) => V,
  ): readonly Way<V>[] => {
    const given = theirsFirst.flatMap(({ each, name }) => {
      const value = said(each);
      return value ? [{ value, name }] : [];
    });
    const keys = (contact?.keys ?? []).filter((key) => key.startsWith(kind));
    const [sent, now] = [lead.customer, customer].map((each) => each && said(each)?.identity);
    const known = new Map<string, Way<V>>();
    for (const way of [...given, ...keys.map((key) => ({ value: restore(key.slice(kind.length)) }))]) {
      const { identity } = way.value;
      const isCorrected = identity === sent && sent !== now;
      if (!isCorrected && !known.has(identity)) known.set(identity, way);
    }
    return [...known.values()];
  };
  return {
    phones: ways('p:', ({ phone }) => phone, PhoneNumber.restore),
    emails: ways('e:', ({ email }) => email, EmailAddress.restore),
  };
}
