import type { Collection, Db, Filter } from 'mongodb';
import { type DealSummary, summaryOf } from '#operators/domain/work/deal-summary.ts';
import { WORDS_WITHIN } from '#operators/domain/work/first-words.ts';
import { promisesOf } from '#operators/domain/work/promises.ts';
import { lostReasonOf, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import {
  DEALS,
  type StoredCustomer,
  storedCustomer,
} from '../../../../../adapters/outbound/mongodb/stored-deal.ts';
import type { CustomerAsSent } from '../../../../../domain/contact.ts';
import { EmailAddress } from '../../../../../domain/email-address.ts';
import { PhoneNumber } from '../../../../../domain/phone-number.ts';
import type { AsItCame } from '../../../../../domain/sources/as-it-came.ts';
import type { StoredAnnouncement } from '../webhooks/stored-delivery.ts';
import { soughtInDeal } from './sought-keys.ts';

/**
 * A deal with the work on it, as the database has it: customers have another form, and an empty list of
 * activities is absent.
 */
export type StoredWork = Omit<WorkedDeal, 'id' | 'customer' | 'present' | 'activities'> &
  OfTheStore & {
    readonly _id: string;
    readonly customer: StoredCustomer | undefined;
    readonly present?: StoredCustomer | undefined;
    /** The follow-up's time, for an index. */
    readonly followUpAt?: Date | undefined;
    /** Absent while the list is empty. */
    readonly activities?: WorkedDeal['activities'] | undefined;
  };

/** Fields that the store keeps beside the deal's own. */
interface OfTheStore {
  /** The keys of `soughtInDeal`; absent once the customer was erased. */
  readonly said: readonly string[] | undefined;
  /** How often operators have changed the deal; absent: never. */
  readonly revision?: number;
  /** `lostReasonOf` the deal, for an index. */
  readonly lostReason?: string | undefined;
  /** Numbers of `promisesOf` the deal, for an index; absent while they are 0. */
  readonly kept?: number | undefined;
  readonly missed?: number | undefined;
  /** True once the customer was erased (not `hasCustomer`), for an index. */
  readonly forgotten?: true | undefined;
  /** Announcements to be delivered; absent if there are none. */
  readonly outbox?: readonly StoredAnnouncement[];
  /** What its source sent, in the document of the lead: so both are added by one write, and erased by one. */
  readonly asItCame?: AsItCame;
}

/** Leaves out what a source sent, which may be long, for all who read whole deals. */
export const withoutSent = { projection: { asItCame: 0 } } as const;

/** A filter with the meaning of the domain's `hasCustomer`. */
export const withCustomer = { customer: { $exists: true } } as const;

export const without = (field: string) => ({ [field]: null }) as Filter<StoredWork>;

export const dealsOf = (db: Db): Collection<StoredWork> => db.collection<StoredWork>(DEALS);

export const storedWork = ({ id, customer, present, activities, ...deal }: WorkedDeal): StoredWork => ({
  _id: id,
  ...deal,
  customer: customer && storedCustomer(customer),
  present: present && storedCustomer(present),
  activities: activities.length > 0 ? activities : undefined,
  said: customer && soughtInDeal({ ...deal, customer, present }),
  followUpAt: deal.followUp?.at,
  lostReason: lostReasonOf(deal),
  ...storedPromises({ activities }),
  forgotten: customer ? undefined : true,
});

export function storedPromises(deal: Pick<WorkedDeal, 'activities'>): Pick<StoredWork, 'kept' | 'missed'> {
  const { kept, missed } = promisesOf(deal);
  return { kept: kept || undefined, missed: missed || undefined };
}

/** Reads a deal, without what stands beside it for indexes, deliveries and the source. */
export function dealFrom(document: StoredWork): WorkedDeal {
  const { _id, customer, present, activities = [], followUpAt: _f, ...stored } = document;
  const { said: _s, revision: _r, lostReason: _l, forgotten: _g, outbox: _o, ...more } = stored;
  const { kept: _k, missed: _m, asItCame: _a, ...deal } = more;
  return {
    id: _id,
    ...deal,
    customer: customer && customerFrom(customer),
    present: present && customerFrom(present),
    activities,
  };
}

export const customerFrom = ({ firstName, lastName, email, phone }: StoredCustomer): CustomerAsSent => ({
  firstName,
  lastName,
  email: email ? EmailAddress.restore(email) : undefined,
  phone: phone ? PhoneNumber.restore(phone) : undefined,
});

/** The fields of a summary, so that the database leaves out others. Long fields are cut to what `summaryOf` reads. */
export const summaryFields = {
  contactId: 1,
  vendorId: 1,
  vendorName: 1,
  customer: 1,
  present: 1,
  dealType: 1,
  externalId: 1,
  vehicle: 1,
  receivedAt: 1,
  status: 1,
  owner: 1,
  assigned: 1,
  changedAt: 1,
  stillSince: 1,
  answeredAt: 1,
  reopened: 1,
  followUp: 1,
  history: { $slice: ['$history', -1] },
  notes: { $substrCP: ['$notes', 0, WORDS_WITHIN + 1] },
} as const satisfies Record<Summarized, unknown>;

/** The deal's fields for a summary. One that is missing in `summaryFields` does not compile. */
type Summarized = Exclude<
  keyof StoredWork,
  '_id' | 'idempotency' | 'activities' | 'followUpAt' | keyof OfTheStore
>;

export type StoredSummary = Pick<StoredWork, '_id' | Summarized>;

export const summaryFrom = (stored: StoredSummary): DealSummary =>
  summaryOf(dealFrom({ ...stored, idempotency: undefined, said: undefined }));
