import type { Contact, CustomerAsSent } from '../intake/contact.ts';
import { EmailAddress } from '../intake/email-address.ts';
import { isSameName, type Name, nameOf } from '../intake/name.ts';
import { PhoneNumber } from '../intake/phone-number.ts';
import { type Customers, presentCustomer } from './deal.ts';

/** A number or an address. */
export interface Way<V extends PhoneNumber | EmailAddress> {
  readonly value: V;
  /** Who has it, if only somebody with another first name does: families share contacts. */
  readonly name?: string | undefined;
}

/** The first of each kind is the one to turn to. */
export interface WaysToReach {
  readonly phones: readonly Way<PhoneNumber>[];
  readonly emails: readonly Way<EmailAddress>[];
}

/**
 * Every number and address that is known of the customer of a lead, each once: what the lead itself says, its contact, the
 * other leads of the contact, and by what else leads find it, since it was merged. Those of somebody with another first name
 * come after theirs. What was mended is known no more.
 */
export function waysToReach(
  lead: Customers,
  contact: Contact | undefined,
  others: readonly Customers[],
): WaysToReach {
  const customer = presentCustomer(lead);
  if (!customer) return { phones: [], emails: [] };
  const isTheirs = ({ firstName }: Name) => isSameName(firstName, customer.firstName);
  const all = [customer, contact, ...others.map(presentCustomer)].filter((each) => each !== undefined);
  const theirsFirst = [...all.filter(isTheirs), ...all.filter((each) => !isTheirs(each))];
  const ways = <V extends PhoneNumber | EmailAddress>(
    kind: 'p:' | 'e:',
    said: (each: CustomerAsSent) => V | undefined,
    restore: (text: string) => V,
  ): readonly Way<V>[] => {
    const given = theirsFirst.flatMap((each) => {
      const value = said(each);
      return value ? [{ value, name: isTheirs(each) ? undefined : nameOf(each) }] : [];
    });
    const keys = (contact?.keys ?? []).filter((key) => key.startsWith(kind));
    const [sent, now] = [lead.customer, customer].map((each) => each && said(each)?.identity);
    const known = new Map<string, Way<V>>();
    for (const way of [...given, ...keys.map((key) => ({ value: restore(key.slice(kind.length)) }))])
      if (!known.has(way.value.identity) && (way.value.identity !== sent || sent === now))
        known.set(way.value.identity, way);
    return [...known.values()];
  };
  return {
    phones: ways('p:', ({ phone }) => phone, PhoneNumber.restore),
    emails: ways('e:', ({ email }) => email, EmailAddress.restore),
  };
}
