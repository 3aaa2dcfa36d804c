import type { Contact } from '../../../domain/contact.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { isBlank } from '../../../domain/text.ts';
import { Refused } from '../../domain/refused.ts';
import type { FollowUp } from '../../domain/work/activity.ts';
import { customersOf } from '../../domain/work/worked-deal.ts';
import { type AuditPorts, audited, looked } from '../audited.ts';
import { removeRemains } from '../erased-remains.ts';
import type { ChangeLeadPorts } from '../leads/change-lead.ts';
import { requireLimit } from '../leads/list-leads.ts';
import { endFollowUps } from '../leads/note-lead.ts';
import { customerMatch, identityKeyOf } from '../leads/seek-leads.ts';
import { nobodyWith, unknownContact } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type {
  ContactSought,
  EraseContact,
  FindContact,
  FindContacts,
} from '../ports/inbound/contact-use-cases.ts';
import type { KeptLeads } from '../ports/outbound/kept-leads.ts';
import type { ContactRecord, DealSummary } from '../ports/records.ts';
import { forgetHeld, keysOfContact } from '../sources/held-leads.ts';
import { forgetAddresses, forgetRefused } from '../vendors/refused-requests.ts';

type ContactPorts = AuditPorts & Needs<'contacts' | 'leads'>;

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
  ports: Needs<'contacts'>,
): Promise<ContactRecord> {
  const found = await ports.contacts.contact(idOrKey(sought));
  if (!found) throw await notFound(sought, ports);
  return found;
}

async function notFound(sought: ContactSought, { contacts }: Needs<'contacts'>): Promise<Refused> {
  if ('contactId' in sought) return unknownContact();
  const others = await contacts.contacts({ key: identityKeyOf(sought), limit: MAX_CONTACTS_NAMED });
  return others.length > 0 ? heldByNobody(others) : nobodyWith();
}

/** The most contacts that a refusal names. */
const MAX_CONTACTS_NAMED = 5;

function idOrKey(sought: ContactSought) {
  return 'contactId' in sought ? { id: plainId(sought.contactId) } : { key: identityKeyOf(sought) };
}

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
    await audited(ports, { by, action: 'contact.erase', on: found.contactId }, async () => {
      const customers: Pick<Contact, 'email' | 'phone'>[] = found.contact ? [found.contact] : [];
      for await (const leads of leadsOf(found.contactId, ports.leads)) {
        await forgetRefused(ports, leads);
        await forgetHeld(
          ports,
          leads.map(({ customer }) => customer),
        );
        customers.push(...leads.flatMap(customersOf));
      }
      await forgetAddresses(ports, customers);
      await forgetHeld(ports, [], keysOfContact(found));
      await ports.erasure.erase(found.contactId, ports.clock());
    });
    return { ended, owed: await removeRemains(ports) };
  };

/** Leads of a contact that are read at once. */
const LEADS_AT_ONCE = 1_000;

/** All leads of a contact, page by page. */
export async function* leadsOf(
  contactId: string,
  kept: Pick<KeptLeads, 'deals'>,
): AsyncGenerator<readonly DealSummary[]> {
  let after: DealSummary | undefined;
  do {
    const leads = await kept.deals({ contactId, after, limit: LEADS_AT_ONCE });
    yield leads;
    after = leads.length === LEADS_AT_ONCE ? leads.at(-1) : undefined;
  } while (after);
}

/**
 * The refusal for an email or phone that is in contacts or leads but leads to no one contact: a phone may be
 * shared, and a lead may have an address of another person or from before an edit.
 */
const heldByNobody = (contacts: readonly Contact[]): Refused =>
  new Refused(
    'key-shared',
    `Nobody is found by this alone, but it stands in ${contacts.length === 1 ? 'contact' : 'the contacts'} ${contacts.map(({ id }) => id).join(', ')} or in ${contacts.length === 1 ? 'its' : 'their'} leads.`,
  );
