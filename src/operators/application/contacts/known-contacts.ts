import { type Contact, type IdentityKey, identityKeys } from '../../../domain/contact.ts';
import type { EmailAddress } from '../../../domain/email-address.ts';
import type { PhoneNumber } from '../../../domain/phone-number.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { isBlank } from '../../../domain/text.ts';
import { Refused } from '../../domain/refused.ts';
import type { FollowUp } from '../../domain/work/activity.ts';
import { customersOf } from '../../domain/work/worked-deal.ts';
import { type AuditPorts, audited, looked } from '../audited.ts';
import { removeRemains } from '../erased-remains.ts';
import type { ChangeLeadPorts } from '../leads/change-leads.ts';
import { leadsOf } from '../leads/leads-of.ts';
import { requireLimit } from '../leads/list-leads.ts';
import { endFollowUps } from '../leads/note-lead.ts';
import { customerMatch, identityKeyOf } from '../leads/seek-leads.ts';
import { onlyHeld, unknownContact } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { ContactRecord, Erased } from '../ports/records.ts';
import { forgetHeld, heldWith } from '../sources/held-of-customer.ts';
import { forgetAddresses, forgetRefused } from '../vendors/refused-requests.ts';

/** A contact's email, phone or id. */
export type ContactSought =
  | { readonly email: EmailAddress }
  | { readonly phone: PhoneNumber }
  /** An id, also of an erased contact. The id of a merged contact finds the one that was kept. */
  | { readonly contactId: string };

type ContactPorts = AuditPorts & Needs<'contacts' | 'leads' | 'sourceParts'>;

/**
 * Finds one contact. The audit log records the look. Throws Refused if there is none (`only-held` if an email or phone
 * stands in held leads alone).
 */
export type FindContact = (query: ContactSought & { readonly by: By }) => Promise<ContactRecord>;

export const makeFindContact =
  (ports: ContactPorts): FindContact =>
  async ({ by, ...sought }) => {
    const found = await requireContact(sought, ports);
    await looked(ports, { by, action: 'contact.show', on: found.contactId });
    return found;
  };

/** The contact with this id or key. Throws Refused if there is none. */
export async function requireContact(
  sought: ContactSought,
  ports: Needs<'contacts' | 'sourceParts' | 'clock'>,
): Promise<ContactRecord> {
  const found = await ports.contacts.contact(idOrKey(sought));
  if (!found) throw await notFound(sought, ports);
  return found;
}

async function notFound(
  sought: ContactSought,
  ports: Needs<'contacts' | 'sourceParts' | 'clock'>,
): Promise<Refused> {
  if ('contactId' in sought) return unknownContact();
  const key = identityKeyOf(sought);
  const others = await ports.contacts.contacts({ key, limit: MAX_CONTACTS_NAMED });
  if (others.length > 0) return heldByNobody(others);
  const { length } = await heldWith(ports, [key]);
  return length > 0 ? onlyHeld(length) : unknownContact();
}

/** The most contacts that a refusal names. */
const MAX_CONTACTS_NAMED = 5;

function idOrKey(sought: ContactSought) {
  return 'contactId' in sought ? { id: plainId(sought.contactId) } : { key: identityKeyOf(sought) };
}

/**
 * Finds contacts that hold or show an email or phone, have a lead with it, or have these words in their name;
 * often there is none. A search by name reads every contact. A `clue` (beginnings of words of the name, or the
 * phone's last digits) is quick: it finds the contacts of the latest leads that match. The audit log records
 * the search, but not what was sought or found.
 */
export type FindContacts = (
  sought: (
    | { readonly email: EmailAddress }
    | { readonly phone: PhoneNumber }
    | { readonly name: string }
    | { readonly clue: string }
  ) & {
    /** 1 or more. */
    readonly limit: number;
    readonly by: By;
  },
) => Promise<{ readonly contacts: readonly Contact[]; readonly more: boolean }>;

export const makeFindContacts =
  (ports: ContactPorts): FindContacts =>
  async ({ limit, by, ...sought }) => {
    requireLimit(limit);
    if ('name' in sought && isBlank(sought.name))
      throw new Refused('invalid-contact', 'A search by name needs a part of the name.');
    await looked(ports, { by, action: 'contact.find', on: 'contacts' });
    if ('clue' in sought) return remembered(ports, sought.clue, limit);
    const wanted = 'name' in sought ? sought : { key: identityKeyOf(sought) };
    const found = await ports.contacts.contacts({ ...wanted, limit: limit + 1 });
    return { contacts: found.slice(0, limit), more: found.length > limit };
  };

/** The most leads that a search by clue reads. */
const MAX_LEADS_LOOKED_AT = 200;

async function remembered(
  ports: Needs<'contacts' | 'leads'>,
  clue: string,
  limit: number,
): ReturnType<FindContacts> {
  const match = customerMatch(clue);
  if (!match) return { contacts: [], more: false };
  const leads = await ports.leads.deals({ matching: [match], newest: true, limit: MAX_LEADS_LOOKED_AT });
  const ids = [...new Set(leads.map(({ contactId }) => contactId))];
  const records = await Promise.all(ids.slice(0, limit).map((id) => ports.contacts.contact({ id })));
  const contacts = records.flatMap((record) => record?.contact ?? []);
  const present = new Map(contacts.map((contact) => [contact.id, contact])); // several may have become one
  return {
    contacts: [...present.values()],
    more: ids.length > limit || leads.length === MAX_LEADS_LOOKED_AT,
  };
}

/** The keys of a contact, and of the customers in its leads. */
export async function keysOfContact(
  { contactId, contact }: ContactRecord,
  ports: Needs<'leads'>,
): Promise<readonly IdentityKey[]> {
  const keys = new Set(contact ? [...contact.keys, ...identityKeys(contact)] : []);
  for await (const leads of leadsOf(contactId, ports.leads))
    for (const customer of leads.flatMap(customersOf))
      for (const key of identityKeys(customer)) keys.add(key);
  return [...keys];
}

/** Counts the held leads that are erased with a contact. Throws Refused if there is no such contact. */
export type CountHeldOf = (query: { readonly contactId: string }) => Promise<number>;

export const makeCountHeldOf =
  (ports: ContactPorts): CountHeldOf =>
  async ({ contactId }) => {
    const found = await requireContact({ contactId }, ports);
    return (await heldWith(ports, await keysOfContact(found, ports))).length;
  };

/**
 * Erases a customer's data for good. Their leads still return their status. May be repeated; repeat it a minute
 * later, as a lead that was being submitted meanwhile may have been kept.
 */
export type EraseContact = (order: { readonly contactId: string; readonly by: By }) => Promise<Erased>;

export const makeEraseContact =
  (
    ports: ChangeLeadPorts & Needs<'contacts' | 'erasure' | 'refusals' | 'remains' | 'sourceParts'>,
  ): EraseContact =>
  async ({ contactId, by }) => {
    // Checked before the audit log is written: a mistyped id may be a customer's address.
    const found = await ports.contacts.contact({ id: plainId(contactId) });
    if (!found) throw unknownContact();
    const ended: FollowUp[] = [];
    for await (const leads of leadsOf(found.contactId, ports.leads))
      ended.push(...(await endFollowUps(ports, leads, by)));
    const held = await audited(ports, { by, action: 'contact.erase', on: found.contactId }, async () => {
      const customers: Pick<Contact, 'email' | 'phone'>[] = found.contact ? [found.contact] : [];
      for await (const leads of leadsOf(found.contactId, ports.leads)) {
        await forgetRefused(ports, leads);
        customers.push(...leads.flatMap(customersOf));
      }
      await forgetAddresses(ports, customers);
      const keys = await keysOfContact(found, ports);
      const forgotten = await forgetHeld(ports, keys);
      await ports.erasure.eraseWithoutDeals?.(keys, ports.clock());
      await ports.erasure.erase(found.contactId, ports.clock());
      return forgotten;
    });
    return { ended, held, owed: await removeRemains(ports) };
  };

/**
 * The refusal for an email or phone that is in contacts or leads but leads to no one contact: a phone may be
 * shared, and a lead may have an address of another person or from before an edit.
 */
const heldByNobody = (contacts: readonly Contact[]): Refused =>
  new Refused(
    'key-shared',
    `Nobody is found by this alone, but it stands in ${contacts.length === 1 ? 'contact' : 'the contacts'} ${contacts.map(({ id }) => id).join(', ')} or in ${contacts.length === 1 ? 'its' : 'their'} leads.`,
  );
