import { MongoServerError } from 'mongodb';
import type { ReportTally, Span, VendorCount } from '#operators/application/ports/outbound/report-tally.ts';
import type { Tally } from '#operators/domain/work/tally.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { dealTypes } from '../../../../../domain/deal-type.ts';
import { leadStatuses } from '../../../../../domain/lead-status.ts';
import { kindIndex } from '../store/indexes.ts';
import { reportRead } from '../store/options.ts';
import { dealsOf } from './stored-work.ts';
import { inKinds, type TalliedDeals, tallyFrom } from './tallied-deal.ts';

/** The report's leads, from the CRM's own collection of deals. */
export class MongoReport implements ReportTally {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async tally(span: Span): Promise<readonly Tally[]> {
    return [tallyFrom(await this.#grouped<TalliedDeals>(span, inKinds))];
  }

  async vendors(span: Span): Promise<readonly VendorCount[]> {
    const found = await this.#grouped<Omit<VendorCount, 'vendorId'> & { readonly _id: string }>(
      span,
      byVendor,
    );
    return found.map(({ _id: vendorId, ...counts }) => ({ vendorId, ...counts }));
  }

  /** Groups the leads of a span by an index alone. */
  #grouped<G extends object>({ since, until }: Span, groups: object): Promise<readonly G[]> {
    const received = { receivedAt: { $gte: since, $lt: until } };
    const ofAnyKind = { dealType: { $in: dealTypes }, status: { $in: leadStatuses } };
    return this.#connection.use((db) =>
      dealsOf(db)
        .aggregate<G>([{ $match: { ...ofAnyKind, ...received } }, { $group: groups }], {
          ...reportRead,
          hint: kindIndex.name,
        })
        .toArray()
        .catch(asMissing),
    );
  }
}

const won = { $cond: [{ $eq: ['$status', 'Won'] }, 1, 0] };
const byVendor = { _id: '$vendorId', received: { $sum: 1 }, won: { $sum: won } };

function asMissing(error: unknown): never {
  if (!(error instanceof MongoServerError && error.code === NO_SUCH_HINT)) throw error;
  throw new StoreUnavailable(`the index ${kindIndex.name} of deals is missing: run leads upgrade`);
}

/** The code of BadValue, which this command gets if the index in its hint does not exist. */
const NO_SUCH_HINT = 2;
