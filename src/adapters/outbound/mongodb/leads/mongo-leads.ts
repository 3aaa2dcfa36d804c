import type { Filter } from 'mongodb';
import type {
  AnnounceChange,
  DealConditions,
  DealQuery,
  DecideChange,
  KeptLeads,
} from '../../../../application/operators/ports/outbound/kept-leads.ts';
import type {
  DealOutcome,
  DealSummary,
  LeadRecord,
} from '../../../../application/operators/ports/records.ts';
import { dealTypes } from '../../../../domain/intake/deal-type.ts';
import { initialStatus, leadStatuses, openStatuses } from '../../../../domain/intake/lead-status.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { operatorRead } from '../connection/write-each.ts';
import { familyOf, presentContact, presentContacts } from '../contacts/find-contacts.ts';
import { leftOf } from '../contacts/stored-contact.ts';
import { changeDeals } from './change-deals.ts';
import { indexesOfMatches, matchesOf, withExternalId } from './match-deals.ts';
import { firstOf, sortedDeals } from './sorted-deals.ts';
import { soughtKey } from './sought-keys.ts';
import {
  DEALS,
  dealFrom,
  dealsOf,
  type StoredDeal,
  type StoredSummary,
  summaryFields,
  summaryFrom,
  withCustomer,
} from './stored-deal.ts';
import { kindIndex } from './tally.ts';

/** On the CRM's own collections. */
export class MongoLeads implements KeptLeads {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  lead(leadId: string): Promise<LeadRecord | undefined> {
    return this.#connection.use(async (db) => {
      const deal = await dealsOf(db).findOne({ _id: { $eq: leadId } }, operatorRead);
      if (!deal) return undefined;
      const { id, contact } = await presentContact(db, deal.contactId);
      return { deal: { ...dealFrom(deal), contactId: id }, ...leftOf(contact) };
    });
  }

  leads(leadIds: readonly string[]): Promise<readonly LeadRecord[]> {
    return this.#connection.use(async (db) => {
      const deals = await dealsOf(db)
        .find({ _id: { $in: [...leadIds] } }, operatorRead)
        .toArray();
      const contacts = await presentContacts(
        db,
        deals.map(({ contactId }) => contactId),
      );
      return deals.map((deal) => {
        const { id = deal.contactId, contact = null } = contacts.get(deal.contactId) ?? {};
        return { deal: { ...dealFrom(deal), contactId: id }, ...leftOf(contact) };
      });
    });
  }

  async countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]> {
    for (const each of conditions) await this.#connection.requireIndexes(DEALS, ...indexesFor(each));
    return this.#connection.use(async (db) => {
      const pipelines = await Promise.all(
        conditions.map(async (each, place) => {
          const query = { ...each, limit: most };
          const filters = filtersOf(query, undefined, each.matching && (await matchesOf(db, each.matching)));
          return sortedDeals(query).map(({ wanted }) => [
            { $match: allOf([...filters, ...wanted]) },
            { $limit: most },
            { $group: { _id: place, count: { $sum: 1 } } },
          ]);
        }),
      );
      const [first, ...others] = pipelines.flat();
      if (!first) return [];
      const unions = others.map((pipeline) => ({ $unionWith: { coll: DEALS, pipeline } }));
      const found = dealsOf(db).aggregate<{ _id: number; count: number }>(
        [...first, ...unions],
        operatorRead,
      );
      const counts = await found.toArray();
      const ofPlace = (place: number) => counts.filter(({ _id }) => _id === place);
      return conditions.map((_, place) =>
        Math.min(
          most,
          ofPlace(place).reduce((sum, { count }) => sum + count, 0),
        ),
      );
    });
  }

  async deals(query: DealQuery): Promise<readonly DealSummary[]> {
    await this.#connection.requireIndexes(DEALS, ...indexesFor(query));
    return this.#connection.use(async (db) => {
      const { contactId } = query;
      const contactIds = contactId === undefined ? undefined : (await familyOf(db, contactId)).ids;
      const matches = query.matching && (await matchesOf(db, query.matching));
      const filters = filtersOf(query, contactIds, matches);
      return firstOf(query, async ({ wanted, sort }) => {
        const found = dealsOf(db)
          .find(allOf([...filters, ...wanted]), operatorRead)
          .project<StoredSummary>(summaryFields)
          .sort(sort)
          .limit(query.limit);
        return (await found.toArray()).map(summaryFrom);
      });
    });
  }

  changeDeals(
    leadIds: readonly string[],
    decide: DecideChange,
    announce: AnnounceChange = () => [],
  ): Promise<readonly DealOutcome[]> {
    return this.#connection.use((db) => changeDeals(db, leadIds, decide, announce));
  }
}

/** The indexes by which such deals can be found, without reading the others. */
function indexesFor(query: Omit<DealQuery, 'limit'>): string[][] {
  const {
    owners,
    vendorId,
    contactId,
    externalId,
    said,
    dealType,
    status,
    open,
    matching,
    unanswered,
    changed,
  } = query;
  if (query.due) return [['follow-up']];
  if (query.changes) return [['changed', 'received']];
  const ways = [
    ...(changed ? [['changed']] : []),
    ...(owners && !owners.includes(null) ? [['owner-received']] : []),
    ...(vendorId !== undefined ? [['vendor-received']] : []),
    ...(contactId !== undefined ? [['contact']] : []),
    ...(externalId !== undefined || said !== undefined ? [['said']] : []),
    ...(matching ? [indexesOfMatches(matching)] : []),
    ...(dealType !== undefined || status !== undefined || open || unanswered ? [[kindIndex.name]] : []),
  ];
  if (unanswered) return ways.map((way) => [...way, 'reopened']);
  return ways.length > 0 ? ways : [['received']];
}

const allOf = (filters: readonly Filter<StoredDeal>[]): Filter<StoredDeal> =>
  filters.length > 0 ? { $and: [...filters] } : {};

function filtersOf(
  query: DealQuery,
  contactIds: readonly string[] | undefined,
  matches: Filter<StoredDeal>[] | undefined,
): Filter<StoredDeal>[] {
  const { since, until, unmovedSince, owners, vendorId, keyId, externalId, said } = query;
  return [
    ...(since !== undefined ? [{ receivedAt: { $gte: since } }] : []),
    ...(until !== undefined ? [{ receivedAt: { $lt: until } }] : []),
    ...(unmovedSince !== undefined ? unmoved(unmovedSince) : []),
    ...(query.known ? [withCustomer] : []),
    ...ofKind(query),
    ...(owners ? [ownedBy(owners)] : []),
    ...(vendorId !== undefined ? [{ vendorId: { $eq: vendorId } }] : []),
    ...(keyId !== undefined ? [{ 'history.0.by': { $eq: keyId } }] : []),
    ...(contactIds ? [{ contactId: { $in: contactIds } }] : []),
    ...(externalId !== undefined ? [withExternalId([externalId])] : []),
    ...(said !== undefined ? [{ said: { $eq: soughtKey(said) } }] : []),
    ...(matches ? [{ $or: matches }, everReceived] : []),
  ];
}

/** `null` also finds those without the field. */
const ownedBy = (owners: readonly (string | null)[]) => ({ owner: { $in: owners } }) as Filter<StoredDeal>;

/** Always by both, so that one index serves either. */
function ofKind({ dealType, status, open, unanswered }: DealQuery): Filter<StoredDeal>[] {
  if (dealType === undefined && status === undefined && !open && !unanswered) return [];
  const types = dealType === undefined ? dealTypes : [dealType];
  const possible = unanswered ? [initialStatus] : open ? openStatuses : leadStatuses;
  const statuses = possible.filter((each) => (status ?? each) === each);
  return [{ dealType: { $in: types }, status: { $in: statuses } }];
}

/** No lead is older than its status: the bound on its receipt is for an index. */
export const unmoved = (since: Date): Filter<StoredDeal>[] => [
  { receivedAt: { $lt: since } },
  { $expr: { $lt: [{ $last: '$history.at' }, since] } },
];

/** Of a filter that is nothing but an `$or`, MongoDB plans each part by itself, and never reads in the order of the list. */
const everReceived: Filter<StoredDeal> = { receivedAt: { $gte: new Date(0) } };
