import type { Collection, Db } from 'mongodb';
import type { DealSummary } from '../../../application/ports/records.ts';
import type { Deal, StatusChange } from '../../../domain/deal.ts';
import type { DealType } from '../../../domain/deal-type.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';

export const DEALS = 'deals';

/**
 * A deal as stored in the database. A field without a value is absent. These names are kept when the domain's change:
 * later versions have to read what earlier ones wrote.
 */
export interface StoredDeal {
  readonly _id: string;
  readonly contactId: string;
  readonly vendorId: string;
  readonly vendorName: string;
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
  readonly history: readonly StoredChange[];
}

export interface StoredChange {
  readonly status: LeadStatus;
  readonly at: Date;
  readonly by: string;
  readonly reason: string | undefined;
}

export const dealsOf = (db: Db): Collection<StoredDeal> => db.collection<StoredDeal>(DEALS);

export const storedDeal = ({ id, vehicle, idempotency, ...deal }: Deal): StoredDeal => ({
  _id: id,
  contactId: deal.contactId,
  vendorId: deal.vendorId,
  vendorName: deal.vendorName,
  dealType: deal.dealType,
  notes: deal.notes,
  externalId: deal.externalId,
  vehicle: { year: vehicle.year, make: vehicle.make, model: vehicle.model, miles: vehicle.miles },
  receivedAt: deal.receivedAt,
  idempotency: idempotency && { key: idempotency.key, fingerprint: idempotency.fingerprint },
  status: deal.status,
  history: deal.history.map(storedChange),
});

export const dealFrom = ({ _id, vehicle, idempotency, ...stored }: StoredDeal): Deal => ({
  id: _id,
  contactId: stored.contactId,
  vendorId: stored.vendorId,
  vendorName: stored.vendorName,
  dealType: stored.dealType,
  notes: stored.notes,
  externalId: stored.externalId,
  vehicle: { year: vehicle.year, make: vehicle.make, model: vehicle.model, miles: vehicle.miles },
  receivedAt: stored.receivedAt,
  idempotency: idempotency && { key: idempotency.key, fingerprint: idempotency.fingerprint },
  status: stored.status,
  history: stored.history.map(changeFrom),
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
  dealType: 1,
  receivedAt: 1,
  status: 1,
} as const satisfies Partial<Record<keyof StoredDeal, 1>>;

export type StoredSummary = Pick<StoredDeal, '_id' | keyof typeof summaryFields>;

export const summaryFrom = ({ _id, ...stored }: StoredSummary): DealSummary => ({
  id: _id,
  contactId: stored.contactId,
  vendorId: stored.vendorId,
  vendorName: stored.vendorName,
  dealType: stored.dealType,
  receivedAt: stored.receivedAt,
  status: stored.status,
});
