import type { Crm } from '../application/intake/ports/outbound/crm.ts';
import type { Erasure } from '../application/operators/ports/outbound/erasure.ts';
import type { KeptContacts } from '../application/operators/ports/outbound/kept-contacts.ts';
import type { KeptLeads } from '../application/operators/ports/outbound/kept-leads.ts';
import type { ReportTally } from '../application/operators/ports/outbound/report-tally.ts';
import type { ChangedContact } from '../application/operators/ports/records.ts';
import { type Contact, type IdentityKey, identityKeys } from '../domain/intake/contact.ts';
import type { LeadDraft } from '../domain/intake/lead.ts';
import { openDeal } from '../domain/intake/received-deal.ts';
import { type Deal, untouched } from '../domain/work/deal.ts';
import { type ContactDraft, editContact, parseEdit } from '../domain/work/mended-contact.ts';
import { requireParts } from './contract-options.ts';
import { adasLead, second } from './operator-samples.ts';
import { dealOf, leadOf } from './samples.ts';
import type { Breakable } from './unreachable.ts';

/** What operators work with. */
export interface BackOffice {
  readonly leads: KeptLeads;
  readonly contacts: KeptContacts;
  readonly report: ReportTally;
  readonly erasure: Erasure;
}

/** An empty back office, and the CRM that shares its records. */
export interface BackOfficeUnderTest extends BackOffice, Breakable {
  readonly crm: Crm;
  /** A second back office on the same store, as another process would have: it shares nothing else with the first. */
  another?(): Promise<BackOffice>;
  close?(): Promise<void>;
}

/** The back office of the current test, and what most tests do with it. */
export class BackOfficeSubject {
  #under: BackOfficeUnderTest | undefined;

  async open(open: () => Promise<BackOfficeUnderTest>): Promise<void> {
    this.#under = undefined;
    const under = await open();
    requireParts(under, 'crm', 'leads', 'contacts', 'report', 'erasure');
    this.#under = under;
  }

  async close(): Promise<void> {
    await this.#under?.close?.();
  }

  get under(): BackOfficeUnderTest {
    if (!this.#under) throw new Error('no back office is open');
    return this.#under;
  }

  get crm(): Crm {
    return this.under.crm;
  }

  get leads(): KeptLeads {
    return this.under.leads;
  }

  get contacts(): KeptContacts {
    return this.under.contacts;
  }

  get report(): ReportTally {
    return this.under.report;
  }

  get erasure(): Erasure {
    return this.under.erasure;
  }

  /** A deal of a lead from Ada, with its contact. */
  async deal(id: string, given: Partial<Deal> = {}, draft: LeadDraft = {}): Promise<Deal> {
    const submitted = adasLead(draft);
    const contactId = await this.crm.upsertContact(submitted.customer);
    const opening = { id, contactId, vendorId: 'ven_1', receivedAt: second(0), idempotency: undefined };
    const deal = { ...untouched(openDeal(submitted, opening)), ...given };
    await this.crm.addDeal(deal);
    return deal;
  }

  /** Resolves to the id of the contact. */
  async keep(draft: LeadDraft): Promise<string> {
    return await this.crm.upsertContact(leadOf(draft).customer);
  }

  /** Like a vendor's lead: first its contact, then its deal. Resolves to the id of the contact. */
  async submit(id: string, draft: LeadDraft): Promise<string> {
    const contactId = await this.keep(draft);
    await this.crm.addDeal(dealOf(draft, { id, contactId }));
    return contactId;
  }

  async contact(id: string): Promise<Contact> {
    const found = (await this.contacts.contact({ id }))?.contact;
    if (!found) throw new Error(`no contact ${id}`);
    return found;
  }

  /** The id of the contact that holds the key. */
  async holder(key: IdentityKey): Promise<string | undefined> {
    return (await this.contacts.contact({ key }))?.contactId;
  }

  edit(id: string, draft: ContactDraft): Promise<ChangedContact | undefined> {
    const parsed = parseEdit(draft);
    const keys = identityKeys({ email: parsed.email, phone: parsed.phone });
    return this.contacts.changeContact(id, keys, (known, others) => editContact(known, parsed, others));
  }
}
