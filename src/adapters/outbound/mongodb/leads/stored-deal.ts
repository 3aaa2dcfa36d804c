import type { Collection, Db } from 'mongodb';
import type { DealSummary } from '../../../../application/operators/ports/records.ts';
import type { CustomerAsSent } from '../../../../domain/intake/contact.ts';
import type { DealType } from '../../../../domain/intake/deal-type.ts';
import { EmailAddress } from '../../../../domain/intake/email-address.ts';
import type { LeadStatus } from '../../../../domain/intake/lead-status.ts';
import { PhoneNumber } from '../../../../domain/intake/phone-number.ts';
import type { Activity, ActivityKind } from '../../../../domain/work/activity.ts';
import type { Reopened } from '../../../../domain/work/answer.ts';
import { type Deal, lostReasonOf, type StatusChange } from '../../../../domain/work/deal.ts';
import { firstWords, WORDS_WITHIN } from '../../../../domain/work/first-words.ts';
import type { StoredAnnouncement } from '../webhooks/stored-delivery.ts';
import { soughtInDeal } from './sought-keys.ts';

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
  /** The customer as mended since; absent if nothing was. */
  readonly present?: StoredCustomer | undefined;
  /** What it is found by, as `soughtInDeal` says; absent together with the customer. */
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
  /** How often operators have changed it; absent: never, or only under 0.2.0. */
  readonly revision?: number;
  readonly history: readonly StoredChange[];
  /** Absent while there are none. */
  readonly activities?: readonly StoredActivity[] | undefined;
  readonly answeredAt?: Date | undefined;
  readonly reopened?: StoredReopening | undefined;
  readonly followUpAt?: Date | undefined;
  /** `lostReasonOf` the deal, for an index. */
  readonly lostReason?: string | undefined;
  /** It was erased (not `hasCustomer`): for an index. */
  readonly forgotten?: true | undefined;
  /** What is to be delivered of it; absent if there is nothing. */
  readonly outbox?: readonly StoredAnnouncement[];
}

/** The domain's `hasCustomer`. */
export const withCustomer = { customer: { $exists: true } } as const;

interface StoredCustomer {
  readonly firstName: string;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
}

interface StoredChange {
  readonly status: LeadStatus;
  readonly at: Date;
  readonly by: string;
  readonly byId?: string | undefined;
  readonly reason: string | undefined;
  readonly lostReason?: string | undefined;
  readonly followUpAt?: Date | undefined;
}

interface StoredActivity {
  readonly kind: ActivityKind;
  readonly text: string | undefined;
  readonly at: Date;
  readonly by: string;
  readonly byId?: string | undefined;
}

interface StoredReopening {
  readonly at: Date;
  readonly answeredAt?: Date | undefined;
}

export const dealsOf = (db: Db): Collection<StoredDeal> => db.collection<StoredDeal>(DEALS);

export const storedDeal = ({ id, customer, present, vehicle, idempotency, ...deal }: Deal): StoredDeal => ({
  _id: id,
  contactId: deal.contactId,
  vendorId: deal.vendorId,
  vendorName: deal.vendorName,
  customer: customer && storedCustomer(customer),
  present: present && storedCustomer(present),
  said: customer && soughtInDeal({ customer, present, vehicle, externalId: deal.externalId }),
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
  activities: deal.activities.length > 0 ? deal.activities.map(storedActivity) : undefined,
  answeredAt: deal.answeredAt,
  reopened: deal.reopened && storedReopening(deal.reopened),
  followUpAt: deal.followUpAt,
  lostReason: lostReasonOf(deal),
  forgotten: customer ? undefined : true,
});

export const dealFrom = ({ _id, customer, present, vehicle, idempotency, ...stored }: StoredDeal): Deal => ({
  id: _id,
  contactId: stored.contactId,
  vendorId: stored.vendorId,
  vendorName: stored.vendorName,
  customer: customer && customerFrom(customer),
  present: present && customerFrom(present),
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
  activities: stored.activities?.map(storedActivity) ?? [],
  answeredAt: stored.answeredAt,
  reopened: stored.reopened && storedReopening(stored.reopened),
  followUpAt: stored.followUpAt,
});

const vehicleFrom = ({ year, make, model, miles }: StoredDeal['vehicle']) => ({
  year,
  make,
  model,
  miles,
});

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

export const storedChange = (change: StatusChange): StoredChange => changeFrom(change);

const changeFrom = ({
  status,
  at,
  by,
  byId,
  reason,
  lostReason,
  followUpAt,
}: StoredChange): StatusChange => ({
  status,
  at,
  by,
  byId,
  reason,
  lostReason,
  followUpAt,
});

export const storedActivity = ({ kind, text, at, by, byId }: Activity): StoredActivity => ({
  kind,
  text,
  at,
  by,
  byId,
});

export const storedReopening = ({ at, answeredAt }: Reopened): StoredReopening => ({ at, answeredAt });

/** The fields of a summary, for the database to leave out all others. */
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
  changedAt: 1,
  answeredAt: 1,
  reopened: 1,
  followUpAt: 1,
  last: { $last: '$history' },
  notes: { $substrCP: ['$notes', 0, WORDS_WITHIN + 1] },
} as const satisfies Partial<Record<keyof StoredDeal | 'last', unknown>>;

export type StoredSummary = Pick<StoredDeal, '_id' | Exclude<keyof typeof summaryFields, 'last'>> & {
  /** Of the history. */
  readonly last: StoredChange;
};

export const summaryFrom = ({ _id, customer, present, ...stored }: StoredSummary): DealSummary => ({
  id: _id,
  contactId: stored.contactId,
  vendorId: stored.vendorId,
  vendorName: stored.vendorName,
  customer: customer && customerFrom(customer),
  present: present && customerFrom(present),
  dealType: stored.dealType,
  externalId: stored.externalId,
  vehicle: vehicleFrom(stored.vehicle),
  receivedAt: stored.receivedAt,
  status: stored.status,
  statusSince: stored.last.at,
  owner: stored.owner,
  changedAt: stored.changedAt,
  answeredAt: stored.answeredAt,
  reopened: stored.reopened && storedReopening(stored.reopened),
  followUpAt: stored.followUpAt,
  lostReason: lostReasonOf({ status: stored.status, history: [stored.last] }),
  firstWords: firstWords(stored),
});
