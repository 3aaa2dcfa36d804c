import { afterEach, beforeEach, expect } from 'vitest';
import type { Crm } from '../application/ports/outbound/crm.ts';
import type { Contact } from '../domain/contact.ts';
import type { LeadDraft } from '../domain/lead.ts';
import type { WorkedDeal } from '../operators/domain/work/worked-deal.ts';
import type { CrmHook, CrmUnderTest } from './crm-under-test.ts';
import { dealOf, leadOf, shown } from './samples.ts';

/** The CRM of the current test, and what most tests do with it. */
export class Subject {
  readonly #current: () => CrmUnderTest;
  #someone: Promise<string> | undefined;
  #given: { readonly what: object; readonly asGiven: string }[] = [];

  constructor(current: () => CrmUnderTest) {
    this.#current = current;
    beforeEach(() => {
      this.#someone = undefined;
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

  /** Only in tests that need the hook. */
  async another(): Promise<Crm> {
    const other = await this.under.another?.();
    if (!other || other === this.crm)
      throw new TypeError('another() has to resolve to a second adapter on the same store.');
    return other;
  }

  /** Deals the calls of a test out to all adapters that there can be on the store: two, or one. */
  async takingTurns(): Promise<(call: number) => Crm> {
    const other = this.under.another && (await this.another());
    return (call) => (other && call % 2 === 1 ? other : this.crm);
  }

  contacts(): Promise<readonly Contact[]> {
    return this.under.contacts();
  }

  deals(): Promise<readonly WorkedDeal[]> {
    return this.under.deals();
  }

  /** Resolves to the id of the contact. */
  keep(draft: LeadDraft, crm = this.crm): Promise<string> {
    return crm.upsertContact(this.#give(leadOf(draft).customer));
  }

  async contact(id: string) {
    const found = (await this.contacts()).find((each) => each.id === id);
    return found && shown(found);
  }

  /** A deal that can be added: its contact is kept, because a CRM may refuse a deal without one. */
  async deal(draft: LeadDraft = {}, known: Partial<WorkedDeal> = {}): Promise<WorkedDeal> {
    this.#someone ??= this.keep({});
    return this.#give(dealOf(draft, { contactId: await this.#someone, ...known }));
  }

  #give<T extends object>(what: T): T {
    this.#given.push({ what, asGiven: JSON.stringify(what) });
    return what;
  }
}

/** Shows the tests around it as skipped where the hook is missing. */
export function needs(hook: CrmHook, subject: Subject): void {
  beforeEach(({ skip }) => {
    if (!subject.under[hook]) skip(`open() offers no ${hook}()`);
  });
}
