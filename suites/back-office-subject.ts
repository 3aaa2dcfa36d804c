import type { Crm } from '../src/application/ports/outbound/crm.ts';
import { type Contact, type IdentityKey, identityKeys } from '../src/domain/contact.ts';
import type { LeadDraft } from '../src/domain/lead.ts';
import type { Erasure } from '../src/operators/application/ports/outbound/erasure.ts';
import type {
  Correction,
  DecideContact,
  KeptContacts,
} from '../src/operators/application/ports/outbound/kept-contacts.ts';
import type {
  DealPlace,
  DealQuery,
  KeptLeads,
} from '../src/operators/application/ports/outbound/kept-leads.ts';
import type { ReportTally } from '../src/operators/application/ports/outbound/report-tally.ts';
import type { ChangedContact } from '../src/operators/application/ports/records.ts';
import { type ContactDraft, editContact, parseEdit } from '../src/operators/domain/work/contact-edit.ts';
import type { WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';
import type { UnderTest } from './contract.ts';
import { adasDeal, adasLead, correctedAt, second } from './operator-samples.ts';
import { dealOf, leadOf, newId, newLead } from './samples.ts';

/** The ports with which operators work on leads. */
export interface BackOffice {
  readonly leads: KeptLeads;
  readonly contacts: KeptContacts;
  readonly report: ReportTally;
  readonly erasure: Erasure;
}

/** An empty back office, with the CRM that shares its records. */
export interface BackOfficeUnderTest extends BackOffice, UnderTest<BackOffice> {
  readonly crm: Crm;
}

/** The current test's back office, and the steps that most tests take. */
export class BackOfficeSubject {
  readonly #current: () => BackOfficeUnderTest;

  constructor(current: () => BackOfficeUnderTest) {
    this.#current = current;
  }

  get crm(): Crm {
    return this.#current().crm;
  }

  get leads(): KeptLeads {
    return this.#current().leads;
  }

  get contacts(): KeptContacts {
    return this.#current().contacts;
  }

  get report(): ReportTally {
    return this.#current().report;
  }

  get erasure(): Erasure {
    return this.#current().erasure;
  }

  /** Adds a deal of a lead from Ada, with its contact. */
  async deal(id: string, given: Partial<WorkedDeal> = {}, draft: LeadDraft = {}): Promise<WorkedDeal> {
    const deal = adasDeal({ id, ...given }, draft);
    await this.crm.addLead(newLead(deal, adasLead(draft).customer));
    return { ...deal, contactId: await this.#contactIdOf(id) };
  }

  /** Keeps a customer, with a lead of any id. Resolves to the contact's id. */
  keep(draft: LeadDraft): Promise<string> {
    return this.submit(newId(), draft);
  }

  /** Submits a lead as a vendor does. Resolves to the contact's id. */
  async submit(id: string, draft: LeadDraft): Promise<string> {
    await this.crm.addLead(newLead(dealOf(draft, { id }), leadOf(draft).customer));
    return this.#contactIdOf(id);
  }

  async #contactIdOf(leadId: string): Promise<string> {
    return (await this.kept(leadId))?.contactId ?? '';
  }

  /** Resolves to the deal as it is kept now. */
  async kept(leadId: string): Promise<WorkedDeal | undefined> {
    return (await this.leads.lead(leadId))?.deal;
  }

  /** Resolves to the ids of the deals that `deals` finds. */
  async list(query: Partial<DealQuery> = {}): Promise<string[]> {
    return (await this.leads.deals({ limit: 99, ...query })).map(({ id }) => id);
  }

  /** Resolves to the ids of a list in pages of two; the last page is empty. */
  async paged(query: Partial<DealQuery>): Promise<string[][]> {
    const pages: string[][] = [];
    let after: DealPlace | undefined;
    do {
      const page = await this.leads.deals({ ...query, after, limit: 2 });
      pages.push(page.map(({ id }) => id));
      after = page.at(-1);
    } while (after && pages.length < 9);
    return pages;
  }

  async contact(id: string): Promise<Contact> {
    const found = (await this.contacts.contact({ id }))?.contact;
    if (!found) throw new Error(`no contact ${id}`);
    return found;
  }

  /** Resolves to the id of the contact that holds the key. */
  async holder(key: IdentityKey): Promise<string | undefined> {
    return (await this.contacts.contact({ key }))?.contactId;
  }

  edit(id: string, draft: ContactDraft, told: Partial<Correction> = {}): Promise<ChangedContact | undefined> {
    const parsed = parseEdit(draft);
    const keys = identityKeys({ email: parsed.email, phone: parsed.phone });
    const decide: DecideContact = (known, others) => editContact(known, parsed, others);
    return this.contacts.changeContact(id, keys, decide, { ...correctedAt(second(8)), ...told });
  }
}
