import { type Db, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import type {
  ReportTally,
  Span,
  TalliedLead,
} from '../../../../application/operators/ports/outbound/report-tally.ts';
import { type DealType, dealTypes } from '../../../../domain/intake/deal-type.ts';
import { initialStatus, type LeadStatus, leadStatuses } from '../../../../domain/intake/lead-status.ts';
import { clockOf } from '../../../../domain/work/answer.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { kindIndex } from '../connection/indexes.ts';
import { reportRead } from '../connection/write-each.ts';
import { dealsOf } from './stored-deal.ts';

/** What leads have in common; `null`: nothing. */
interface Kind {
  readonly vendorId: string;
  readonly dealType: DealType;
  readonly status: LeadStatus;
  readonly owner: string | null;
  readonly lostReason: string | null;
  readonly reopened: Date | null;
  readonly answeredAgain: Date | null;
  readonly forgotten: true | null;
  readonly kept: number | null;
  readonly missed: number | null;
}

interface Tally {
  readonly _id: Kind;
  readonly received: readonly Date[];
  readonly answered: readonly (Date | null)[];
  readonly followUp: readonly (Date | null)[];
}

/** On the CRM's own collection of deals. */
export class MongoReport implements ReportTally {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async tally(span: Span): Promise<readonly TalliedLead[]> {
    return (await this.#connection.use((db) => tallies(db, span))).flatMap(leadsFrom);
  }
}

/** In groups, since a document a lead would take three times as long: of a month, a group fits into one of 16 MiB. */
async function tallies(db: Db, { since, until }: Span): Promise<readonly Tally[]> {
  const kind: Record<keyof Kind, string> = {
    vendorId: '$vendorId',
    dealType: '$dealType',
    status: '$status',
    owner: '$owner',
    lostReason: '$lostReason',
    reopened: '$reopened.at',
    answeredAgain: '$reopened.answeredAt',
    forgotten: '$forgotten',
    kept: '$kept',
    missed: '$missed',
  };
  const eachOf = (field: string) => ({ $push: { $ifNull: [field, null] } });
  const found = dealsOf(db).aggregate<Tally>(
    [
      {
        $match: {
          ...{ dealType: { $in: dealTypes }, status: { $in: leadStatuses } },
          receivedAt: { $gte: since, $lt: until },
        },
      },
      {
        $group: {
          _id: kind,
          received: { $push: '$receivedAt' },
          answered: eachOf('$answeredAt'),
          followUp: eachOf('$followUpAt'),
        },
      },
    ],
    { ...reportRead, hint: kindIndex.name },
  );
  try {
    return await found.toArray();
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === NO_SUCH_HINT)) throw error;
    throw new StoreUnavailable(`the index ${kindIndex.name} of deals is missing: run leads upgrade`);
  }
}

/** BadValue: of this command, the index that it names. */
const NO_SUCH_HINT = 2;

function leadsFrom({ _id: kind, received, answered, followUp }: Tally): TalliedLead[] {
  const { vendorId, dealType, status } = kind;
  const [owner, lostReason] = [kind.owner ?? undefined, kind.lostReason ?? undefined];
  const reopened = kind.reopened
    ? { at: kind.reopened, answeredAt: kind.answeredAgain ?? undefined }
    : undefined;
  const promises = { kept: kind.kept ?? 0, missed: kind.missed ?? 0 };
  const mayWait = status === initialStatus && !kind.forgotten;
  return received.map((receivedAt, at) => {
    const lead = { receivedAt, answeredAt: answered[at] ?? undefined, reopened };
    const waits = mayWait && clockOf(lead).answeredAt === undefined;
    const followUpAt = followUp[at] ?? undefined;
    return { vendorId, dealType, status, owner, lostReason, ...lead, waits, promises, followUpAt };
  });
}
