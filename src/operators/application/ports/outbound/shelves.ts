import type { Hook } from '#operators/domain/events/hook.ts';
import type { AnyEvent } from '#operators/domain/events/lead-event.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import type { AccessToken } from '#operators/domain/work/access-token.ts';
import type { Person } from '#operators/domain/work/person.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { Contact } from '../../../../domain/contact.ts';
import type { HeldLead } from '../../../../domain/sources/held-lead.ts';
import type { Source } from '../../../../domain/sources/source.ts';
import type { VendorAccount } from '../../../../domain/vendor.ts';
import type { Try } from '../../events/ports/deliveries.ts';
import type { RecordedEntry } from './audit-log.ts';
import type { CameWithLead } from './managed-sources.ts';
import type { RefusedRequest } from './refusals.ts';

/** Every kind of record that a store keeps, as it is copied to another store. */
export interface ShelvedRecords {
  readonly vendors: VendorAccount;
  readonly people: Person;
  readonly accessTokens: AccessToken;
  readonly subscriptions: Subscription;
  readonly contacts: ShelvedContact;
  readonly deals: WorkedDeal;
  readonly hookKey: ShelvedHookKey;
  readonly hooks: Hook;
  readonly deliveries: ShelvedDelivery;
  readonly refusals: ShelvedRefusals;
  readonly sources: Source;
  readonly held: HeldLead;
  readonly asItCame: CameWithLead;
  readonly audit: RecordedEntry;
}

/** The name of a kind of record. */
export type Kind = keyof ShelvedRecords;

const inOrder: Record<Kind, true> = {
  vendors: true,
  people: true,
  accessTokens: true,
  subscriptions: true,
  contacts: true,
  deals: true,
  hookKey: true,
  hooks: true,
  deliveries: true,
  refusals: true,
  audit: true,
  sources: true,
  held: true,
  asItCame: true, // the last after the deals, as a part of which a store may keep it
};

/** All kinds of records, in the order of copying. */
export const kinds = Object.keys(inOrder) as readonly Kind[];

/** A contact or its remains: the time of its erasure, or the id of the contact that it was merged into. */
export interface ShelvedContact {
  readonly id: string;
  readonly contact: Contact | undefined;
  readonly erased: Date | undefined;
  readonly mergedInto: string | undefined;
}

/** The id of the only fingerprint. */
export const HOOK_KEY_ID = 'in use' as const;

/** The fingerprint of the key that hooks' secrets come from. There is one, under `HOOK_KEY_ID`. */
export interface ShelvedHookKey {
  readonly id: string;
  readonly fingerprint: string;
}

/** An event for one hook. Leases are left out: every try is over before another store is used. */
export interface ShelvedDelivery {
  /** The ids of hook and event, with a colon between. */
  readonly id: string;
  readonly hookId: string;
  readonly event: AnyEvent;
  readonly due: Date | undefined;
  readonly tries: readonly Try[];
  /** How many tries came before the last replay. */
  readonly triesBefore: number;
  readonly kept: Date;
}

/** A vendor's refused requests of the last month, sorted by `latestRefused`. */
export interface ShelvedRefusals {
  /** The vendor's id. */
  readonly id: string;
  readonly requests: readonly RefusedRequest[];
}

/** All records of one kind in a store, by id. Any method can throw StoreUnavailable. */
export interface Shelf<T extends { readonly id: string }> {
  count(): Promise<number>;
  /** Resolves to the records after this id, in an order of the store's own. */
  after(id: string, limit: number): Promise<readonly T[]>;
  /** Resolves to those of these records that exist, in any order. */
  withIds(ids: readonly string[]): Promise<readonly T[]>;
  /** Keeps each record in place of the one with its id. After an error, some may have been kept. */
  put(records: readonly T[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

/** All records of a store, to be copied into another. */
export type Shelves = { readonly [K in Kind]: Shelf<ShelvedRecords[K]> };
