import type { Contact, IdentityKey } from '../../../domain/contact.ts';
import type { Deal } from '../../../domain/deal.ts';

/** What the CRM and the back office both work on. */
export class InMemoryRecords {
  readonly contacts = new Map<string, Contact>();
  readonly holders = new Map<IdentityKey, string>();
  readonly deals = new Map<string, Deal>();
  /** When each contact that is no more was erased. */
  readonly erased = new Map<string, Date>();
}
