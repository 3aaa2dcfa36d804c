import type {
  AnnounceChange,
  DealQuery,
  DecideChange,
  KeptLeads,
} from '#operators/application/ports/outbound/kept-leads.ts';
import type { DealOutcome, DealSummary, LeadRecord } from '#operators/application/ports/records.ts';
import type { DealConditions } from '#operators/domain/work/deal-conditions.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { DEALS } from '../../../../../adapters/outbound/mongodb/stored-deal.ts';
import { presentContact, presentContacts } from '../contacts/find-contacts.ts';
import { leftOf } from '../contacts/stored-contact.ts';
import { operatorRead } from '../store/options.ts';
import { changeDeals } from './change-deals.ts';
import { allOf, filtersOf } from './deal-filters.ts';
import { findDeals } from './find-deals.ts';
import { sortedDeals } from './sorted-deals.ts';
import { dealFrom, dealsOf, withoutSent } from './stored-work.ts';

/** Leads in the CRM's own collections. */
export class MongoLeads implements KeptLeads {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  has(leadId: string): Promise<boolean> {
    return this.#connection.use(async (db) => {
      const found = await dealsOf(db).findOne(
        { _id: { $eq: leadId } },
        { ...operatorRead, projection: { _id: 1 } },
      );
      return found !== null;
    });
  }

  lead(leadId: string): Promise<LeadRecord | undefined> {
    return this.#connection.use(async (db) => {
      const deal = await dealsOf(db).findOne({ _id: { $eq: leadId } }, { ...operatorRead, ...withoutSent });
      if (!deal) return undefined;
      const { id, contact } = await presentContact(db, deal.contactId);
      return { deal: { ...dealFrom(deal), contactId: id }, ...leftOf(contact) };
    });
  }

  leads(leadIds: readonly string[]): Promise<readonly LeadRecord[]> {
    return this.#connection.use(async (db) => {
      const deals = await dealsOf(db)
        .find({ _id: { $in: [...leadIds] } }, { ...operatorRead, ...withoutSent })
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

  countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]> {
    return this.#connection.use(async (db) => {
      const pipelines = await Promise.all(
        conditions.map(async (each, place) => {
          const filters = await filtersOf(db, each);
          return sortedDeals({ ...each, limit: most }).map(({ wanted }) => [
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

  deals(query: DealQuery): Promise<readonly DealSummary[]> {
    return this.#connection.use((db) => findDeals(db, query));
  }

  changeDeals(
    leadIds: readonly string[],
    decide: DecideChange,
    announce: AnnounceChange = () => [],
  ): Promise<readonly DealOutcome[]> {
    return this.#connection.use((db) => changeDeals(db, leadIds, decide, announce));
  }
}
