import type { Collection, Db } from 'mongodb';
import type { DealSummary } from '../../../../application/ports/records.ts';
import type { CustomerAsSent } from '../../../../domain/contact.ts';
import { type Deal, type StatusChange, saidKeys, saidWords } from '../../../../domain/deal.ts';
import type { DealType } from '../../../../domain/deal-type.ts';
import { EmailAddress } from '../../../../domain/email-address.ts';
import type { LeadStatus } from '../../../../domain/lead-status.ts';
import { PhoneNumber } from '../../../../domain/phone-number.ts';
import type { StoredAnnouncement } from '../webhooks/stored-delivery.ts';

export const DEALS = 'deals';

/**
 * A deal as stored in the database. A field without a value is absent. These names are kept when the domain's change;
 * what earlier versions stored otherwise, `leads upgrade` brings to this shape.
 */
export interface StoredDeal {
  readonly _id: string;
  readonly contactId: string;
  readonly vendorId: string;
  readonly vendorName: string;
  /** As this lead described them; absent once it has been erased. */
  readonly customer: StoredCustomer | undefined;
  /** The keys of the customer's email and phone, and of each word of the name; absent together with the customer. */
  readonly said: readonly string[] | undefined;
  readonly dealType: DealType;
  readonly notes: string;
  readonly externalId: string | undefined;
  readonly vehicle: {
    readonly year: string | undefined;
    readonly make: string | undefined;
    readonly model: string | undefined;
    readonly miles: string | undefined;
  };
  readonly receivedAt: Date;
  readonly idempotency: { readonly key: string; readonly fingerprint: string | undefined } | undefined;
  readonly status: LeadStatus;
  readonly owner?: string | undefined;
  readonly changedAt?: Date | undefined;
  readonly history: readonly StoredChange[];
  /** What is to be delivered of it; absent if there is nothing. */
  readonly outbox?: readonly StoredAnnouncement[];
}

export interface StoredCustomer {
  readonly firstName: string;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
}

interface StoredChange {
  readonly status: LeadStatus;
  readonly at: Date;
  readonly by: string;
  readonly reason: string | undefined;
}

export const dealsOf = (db: Db): Collection<StoredDeal> => db.collection<StoredDeal>(DEALS);

/** A word of the name, as it is found. */
export const wordKey = (word: string): string => `n:${word}`;

/** What its customer as sent is found by. */
export const saidOf = (customer: CustomerAsSent): string[] => [
  ...saidKeys({ customer }),
  ...saidWords({ customer }).map(wordKey),
];

export const storedDeal = ({ id, customer, vehicle, idempotency, ...deal }: Deal): StoredDeal => ({
  _id: id,
  contactId: deal.contactId,
  vendorId: deal.vendorId,
  vendorName: deal.vendorName,
  customer: customer && storedCustomer(customer),
  said: customer && saidOf(customer),
  dealType: deal.dealType,
  notes: deal.notes,
  externalId: deal.externalId,
  vehicle: vehicleFrom(vehicle),
  receivedAt: deal.receivedAt,
  idempotency: idempotency && { key: idempotency.key, fingerprint: idempotency.fingerprint },
  status: deal.status,
  owner: deal.owner,
  changedAt: deal.changedAt,
  history: deal.history.map(storedChange),
});

export const dealFrom = ({ _id, customer, vehicle, idempotency, ...stored }: StoredDeal): Deal => ({
  id: _id,
  contactId: stored.contactId,
  vendorId: stored.vendorId,
  vendorName: stored.vendorName,
  customer: customer && customerFrom(customer),
  dealType: stored.dealType,
  notes: stored.notes,
  externalId: stored.externalId,
  vehicle: vehicleFrom(vehicle),
  receivedAt: stored.receivedAt,
  idempotency: idempotency && { key: idempotency.key, fingerprint: idempotency.fingerprint },
  status: stored.status,
  owner: stored.owner,
  changedAt: stored.changedAt,
  history: stored.history.map(changeFrom),
});

const vehicleFrom = ({ year, make, model, miles }: StoredDeal['vehicle']) => ({ year, make, model, miles });

export const storedCustomer = ({ firstName, lastName, email, phone }: CustomerAsSent): StoredCustomer => ({
  firstName,
  lastName,
  email: email?.value,
  phone: phone?.value,
});

export const customerFrom = ({ firstName, lastName, email, phone }: StoredCustomer): CustomerAsSent => ({
  firstName,
  lastName,
  email: email ? EmailAddress.restore(email) : undefined,
  phone: phone ? PhoneNumber.restore(phone) : undefined,
});

export const storedChange = ({ status, at, by, reason }: StatusChange): StoredChange => ({
  status,
  at,
  by,
  reason,
});

const changeFrom = ({ status, at, by, reason }: StoredChange): StatusChange => ({ status, at, by, reason });

/** The fields of a summary, for the database to leave out all others. */
export const summaryFields = {
  contactId: 1,
  vendorId: 1,
  vendorName: 1,
  customer: 1,
  dealType: 1,
  externalId: 1,
  vehicle: 1,
  receivedAt: 1,
  status: 1,
  owner: 1,
  changedAt: 1,
  statusSince: { $last: '$history.at' },
} as const satisfies Partial<Record<keyof StoredDeal | 'statusSince', unknown>>;

export type StoredSummary = Pick<StoredDeal, '_id' | Exclude<keyof typeof summaryFields, 'statusSince'>> & {
  readonly statusSince: Date;
};

export const summaryFrom = ({ _id, customer, ...stored }: StoredSummary): DealSummary => ({
  id: _id,
  contactId: stored.contactId,
  vendorId: stored.vendorId,
  vendorName: stored.vendorName,
  customer: customer && customerFrom(customer),
  dealType: stored.dealType,
  externalId: stored.externalId,
  vehicle: vehicleFrom(stored.vehicle),
  receivedAt: stored.receivedAt,
  status: stored.status,
  statusSince: stored.statusSince,
  owner: stored.owner,
  changedAt: stored.changedAt,
});
