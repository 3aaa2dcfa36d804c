import { MongoServerError } from 'mongodb';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { dealTypes } from '../../../../../domain/deal-type.ts';
import { leadStatuses } from '../../../../../domain/lead-status.ts';
import type { ReportTally, Span } from '../../../../application/ports/outbound/report-tally.ts';
import type { TalliedLead } from '../../../../domain/work/tallied-lead.ts';
import { kindIndex } from '../store/indexes.ts';
import { reportRead } from '../store/options.ts';
import { dealsOf } from './stored-work.ts';
import { inKinds, type TalliedDeals, talliedFrom } from './tallied-deal.ts';

/** The report's leads, from the CRM's own collection of deals. */
export class MongoReport implements ReportTally {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async tally({ since, until }: Span): Promise<readonly TalliedLead[]> {
    const received = { receivedAt: { $gte: since, $lt: until } };
    const ofAnyKind = { dealType: { $in: dealTypes }, status: { $in: leadStatuses } };
    const found = await this.#connection.use((db) =>
      dealsOf(db)
        .aggregate<TalliedDeals>([{ $match: { ...ofAnyKind, ...received } }, { $group: inKinds }], {
          ...reportRead,
          hint: kindIndex.name,
        })
        .toArray()
        .catch(asMissing),
    );
    return found.flatMap(talliedFrom);
  }
}

function asMissing(error: unknown): never {
  if (!(error instanceof MongoServerError && error.code === NO_SUCH_HINT)) throw error;
  throw new StoreUnavailable(`the index ${kindIndex.name} of deals is missing: run leads upgrade`);
}

/** The code of BadValue, which this command gets if the index in its hint does not exist. */
const NO_SUCH_HINT = 2;
