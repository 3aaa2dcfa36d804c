import type { Contact, IdentityKey } from '../../domain/contact.ts';
import type { Deal } from '../../domain/deal.ts';
import type { LeadStatus } from '../../domain/lead-status.ts';
import type { VendorAccount } from '../../domain/vendor.ts';
import type { ApiKeyDirectory } from './outbound.ts';

/** What the operator's use cases drive. Every method throws StoreUnavailable, and may then have done its work. */

/** The vendor accounts with their keys. */
export interface VendorDirectory extends ApiKeyDirectory {
  /** No two accounts have one name, however many are added at once. */
  add(account: VendorAccount): Promise<'added' | 'name-taken'>;

  /** An id counts before a name. */
  account(idOrName: string): Promise<VendorAccount | undefined>;

  holderOf(keyId: string): Promise<VendorAccount | undefined>;

  /** By name. */
  accounts(): Promise<readonly VendorAccount[]>;

  /**
   * Writes the keys as `change` makes them of the account as it stands at that moment, however many change it
   * at once. What `change` throws passes through, and nothing is written. `undefined`: no such account.
   */
  changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined>;

  /** Only ever moves a key's last use on. */
  markUsed(keyId: string, at: Date): Promise<void>;
}

/** The operator's side of the customer-relationship system. */
export interface BackOffice {
  lead(leadId: string): Promise<KeptLead | undefined>;

  /** By time of receipt, then by id. */
  deals(query: DealQuery): Promise<readonly Deal[]>;

  /**
   * Writes status and history as `move` makes them of the deal as it stands at that moment: of moves at once,
   * each sees what those before it did, and none is lost. What `move` throws passes through, and nothing is
   * written. `undefined`: no such lead.
   */
  changeStatus(leadId: string, move: (deal: Deal) => Deal): Promise<ChangedDeal | undefined>;

  /** The one contact that holds this key, and how many deals it has. */
  holderOf(key: IdentityKey): Promise<{ readonly contactId: string; readonly deals: number } | undefined>;

  /**
   * Forgets the customer: the contact keeps its id and when it was erased, and can be found no more; of its
   * deals stays what `forgetCustomer` leaves. After a failure it can be found and erased again, unless all was
   * done. `false`: no such contact, or erased already.
   */
  erase(contactId: string, at: Date): Promise<boolean>;
}

export interface KeptLead {
  readonly deal: Deal;
  readonly contact: Contact | undefined;
  /** When the contact was erased. */
  readonly erased: Date | undefined;
}

export interface ChangedDeal {
  readonly before: Deal;
  readonly after: Deal;
}

export interface DealQuery {
  readonly since?: Date | undefined;
  readonly status?: LeadStatus | undefined;
  readonly vendorId?: string | undefined;
  /** Only what comes behind this place. */
  readonly after?: DealPlace | undefined;
  readonly limit: number;
}

/** A deal's place in the order of `deals`. */
export type DealPlace = Pick<Deal, 'receivedAt' | 'id'>;

/** What the operator did. Lasting, and without personal data. */
export interface AuditLog {
  /** Written before the deed, so that no deed goes without a record. */
  begin(entry: AuditEntry): Promise<void>;
  end(entryId: string, outcome: 'done' | 'refused' | 'failed'): Promise<void>;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly by: string;
  readonly action: OperatorAction;
  /** Id of the vendor, key, lead or contact. */
  readonly on: string;
}

export type OperatorAction =
  | 'vendor.add'
  | 'key.issue'
  | 'key.rotate'
  | 'key.revoke'
  | 'lead.move'
  | 'contact.erase';

/** Bytes that nobody can foretell. */
export type RandomBytes = (count: number) => Uint8Array;

/** Notes that a key was used. Returns at once and never throws; a note may be lost, a request never. */
export type KeyUse = (keyId: string, at: Date) => void;
