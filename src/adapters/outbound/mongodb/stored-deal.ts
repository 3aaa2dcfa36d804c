import type { Collection, Db } from 'mongodb';
import type { CustomerAsSent } from '../../../domain/contact.ts';
import type { Deal } from '../../../domain/deal.ts';
import type { IndexedCollection } from './connection/indexes.ts';

export const DEALS = 'deals';

/**
 * A deal as the database has it. Fields without a value are absent. A name in the domain's deal is thus a name
 * in each database: to change one, add a step to `leads upgrade`.
 */
export interface StoredDeal extends Omit<Deal, 'id' | 'customer'> {
  readonly _id: string;
  readonly customer: StoredCustomer | undefined;
}

export interface StoredCustomer {
  readonly firstName: string;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
}

/** The unique index by which a vendor's idempotency key makes one deal. */
export const dealIndexes: IndexedCollection = {
  collection: DEALS,
  indexes: [
    {
      name: 'idempotency',
      key: { vendorId: 1, 'idempotency.key': 1 },
      unique: true,
      partialFilterExpression: { 'idempotency.key': { $exists: true } },
    },
  ],
};

export const dealsOf = (db: Db): Collection<StoredDeal> => db.collection<StoredDeal>(DEALS);

export const storedDeal = ({ id, customer, ...deal }: Deal): StoredDeal => ({
  _id: id,
  ...deal,
  customer: customer && storedCustomer(customer),
});

export const storedCustomer = ({ firstName, lastName, email, phone }: CustomerAsSent): StoredCustomer => ({
  firstName,
  lastName,
  email: email?.value,
  phone: phone?.value,
});
