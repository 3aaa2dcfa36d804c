import type { Collection, Db } from 'mongodb';
import type { DealSummary } from '../../../application/ports/records.ts';
import type { Deal, StatusChange } from '../../../domain/deal.ts';

export const DEALS = 'deals';

/** A deal as stored in the database. A field without a value is absent. */
export type StoredDeal = Omit<Deal, 'id'> & { readonly _id: string };

export const dealsOf = (db: Db): Collection<StoredDeal> => db.collection<StoredDeal>(DEALS);

export const storedDeal = ({ id, ...deal }: Deal): StoredDeal => ({ _id: id, ...deal });

/** Names each field, so that one the database has but the domain does not know is left out. */
export function dealFrom({ _id, externalId, idempotency, vehicle, history, ...stored }: StoredDeal): Deal {
  return {
    id: _id,
    contactId: stored.contactId,
    vendorId: stored.vendorId,
    vendorName: stored.vendorName,
    dealType: stored.dealType,
    notes: stored.notes,
    externalId,
    vehicle: { year: vehicle.year, make: vehicle.make, model: vehicle.model, miles: vehicle.miles },
    receivedAt: stored.receivedAt,
    idempotency: idempotency && { key: idempotency.key, fingerprint: idempotency.fingerprint },
    status: stored.status,
    history: history.map(changeFrom),
  };
}

const changeFrom = ({ status, at, by, reason }: StatusChange): StatusChange => ({ status, at, by, reason });

/** The fields of a summary, for the database to leave out all others. */
export const summaryFields = {
  contactId: 1,
  vendorId: 1,
  vendorName: 1,
  dealType: 1,
  receivedAt: 1,
  status: 1,
} as const satisfies Record<keyof Omit<DealSummary, 'id'>, 1>;

export type StoredSummary = Omit<DealSummary, 'id'> & Pick<StoredDeal, '_id'>;

export const summaryFrom = ({ _id, ...fields }: StoredSummary): DealSummary => ({ id: _id, ...fields });
