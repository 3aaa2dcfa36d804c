import type { Contact, IdentityKey } from '../../../domain/contact.ts';
import type { Deal } from '../../../domain/deal.ts';

/** The records that the CRM and the back office share. */
export class InMemoryRecords {
  readonly contacts = new Map<string, Contact>();
  /** The id of the contact that holds each key. */
  readonly holders = new Map<IdentityKey, string>();
  readonly deals = new Map<string, Deal>();
  /** The id of the deal for each vendor and idempotency key. */
  readonly submissions = new Map<string, Deal['id']>();
  /** When each erased contact was erased, by contact id. */
  readonly erased = new Map<string, Date>();
}
