import { afterEach, beforeEach, expect } from 'vitest';
import type { Crm } from '../src/application/ports/outbound/crm.ts';
import type { Contact, Customer } from '../src/domain/contact.ts';
import type { Deal } from '../src/domain/deal.ts';
import type { LeadDraft } from '../src/domain/lead.ts';
import type { CrmHook, CrmUnderTest } from './crm-under-test.ts';
import { leadOf, newLead, openedDeal, shown } from './samples.ts';

/** The current test's CRM, and the steps that most tests take. */
export class Subject {
  readonly #current: () => CrmUnderTest;
  #given: { readonly what: object; readonly asGiven: string }[] = [];

  constructor(current: () => CrmUnderTest) {
    this.#current = current;
    beforeEach(() => {
      this.#given = [];
    });
    afterEach(() => {
      const changed = this.#given.filter(({ what, asGiven }) => JSON.stringify(what) !== asGiven);
      expect(changed, 'the CRM changed what it was given').toEqual([]);
    });
  }

  get under(): CrmUnderTest {
    return this.#current();
  }

  get crm(): Crm {
    return this.under.crm;
  }

  /** Resolves to a second adapter. Only for tests that need the hook `another`. */
  async another(): Promise<Crm> {
    const other = await this.under.another?.();
    if (!other || other === this.crm)
      throw new TypeError('another() has to resolve to a second adapter on the same store.');
    return other;
  }

  /** Spreads the calls of a test over all adapters that the store can have: two, or one. */
  async takingTurns(): Promise<(call: number) => Crm> {
    const other = this.under.another && (await this.another());
    return (call) => (other && call % 2 === 1 ? other : this.crm);
  }

  contacts(): Promise<readonly Contact[]> {
    return this.under.contacts();
  }

  /**
   * Resolves to all deals, as `deal` makes them: with the fields that the service gave, as a CRM may keep more beside
   * them, and without a contact.
   */
  async deals(): Promise<readonly Deal[]> {
    const fields = Object.keys(openedDeal({}, {})) as (keyof Deal)[];
    const ofPort = (deal: Deal) => Object.fromEntries(fields.map((field) => [field, deal[field]]));
    return (await this.under.deals()).map((deal) => ({ ...ofPort(deal), contactId: '' }) as unknown as Deal);
  }

  /** Keeps a customer, with a lead. Resolves to the contact's id. */
  async keep(draft: LeadDraft, crm = this.crm): Promise<string> {
    const [id = ''] = await this.keepAll([draft], () => crm);
    return id;
  }

  /** Keeps customers at once, each with a lead. Resolves to the ids of their contacts. */
  async keepAll(drafts: readonly LeadDraft[], turn = (_: number) => this.crm): Promise<string[]> {
    const deals = drafts.map((draft) => this.deal(draft));
    const adding = deals.map((deal, n) => this.add(deal, leadOf(drafts[n] as LeadDraft).customer, turn(n)));
    await Promise.all(adding);
    return this.contactIds(deals);
  }

  /** Resolves to the ids of the contacts that kept deals belong to. */
  async contactIds(deals: readonly Deal[]): Promise<string[]> {
    const kept = new Map((await this.under.deals()).map(({ id, contactId }) => [id, contactId]));
    return deals.map(({ id }) => kept.get(id) ?? '');
  }

  async contact(id: string) {
    const found = (await this.contacts()).find((each) => each.id === id);
    return found && shown(found);
  }

  /** Makes a deal that can be added. */
  deal(draft: LeadDraft = {}, known: Partial<Deal> = {}): Deal {
    return this.#give(openedDeal(draft, known));
  }

  /** Adds the lead of a deal; `customer` may have a ZIP, too. */
  add(deal: Deal, customer?: Customer, crm = this.crm): ReturnType<Crm['addLead']> {
    return crm.addLead(this.#give(newLead(deal, customer)));
  }

  #give<T extends object>(what: T): T {
    this.#given.push({ what, asGiven: JSON.stringify(what) });
    return what;
  }
}

/** Shows the surrounding tests as skipped if the hook is missing. */
export function needs(hook: CrmHook, subject: Subject): void {
  beforeEach(({ skip }) => {
    if (!subject.under[hook]) skip(`open() offers no ${hook}()`);
  });
}
