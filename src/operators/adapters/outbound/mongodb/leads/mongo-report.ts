import type { ReportTally, Span, VendorCount } from '#operators/application/ports/outbound/report-tally.ts';
import { clockOf } from '#operators/domain/work/answer.ts';
import type { TalliedLead, Tally } from '#operators/domain/work/tally.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { type DealType, dealTypes } from '../../../../../domain/deal-type.ts';
import { initialStatus, type LeadStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { kindIndex } from '../store/indexes.ts';
import { reportRead } from '../store/options.ts';
import { isMissingHint } from '../store/standing-indexes.ts';
import { dealsOf } from './stored-work.ts';

/** The report's leads, from the CRM's own collection of deals. */
export class MongoReport implements ReportTally {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async tally(span: Span): Promise<readonly Tally[]> {
    const found = await this.#grouped<LeadsOfKind>(span, { _id: kind, ...lists });
    return [{ leads: found.flatMap(leadsOf) }];
  }

  async vendors(span: Span): Promise<readonly VendorCount[]> {
    type Counted = Omit<VendorCount, 'vendorId'> & { readonly _id: string };
    const found = await this.#grouped<Counted>(span, byVendor);
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
  if (!isMissingHint(error)) throw error;
  throw new StoreUnavailable(`the index ${kindIndex.name} of deals is missing: run leads upgrade`);
}

/** Values that many leads share: most leads have only a type and a status. `null`: no value. */
interface Kind {
  readonly dealType: DealType;
  readonly status: LeadStatus;
  readonly lostReason: string | null;
  readonly forgotten: true | null;
  readonly reopenedAt: Date | null;
  readonly answeredAgain: Date | null;
  readonly followUpAt: Date | null;
  readonly kept: number | null;
  readonly missed: number | null;
}

const kind: Record<keyof Kind, string> = {
  dealType: '$dealType',
  status: '$status',
  lostReason: '$lostReason',
  forgotten: '$forgotten',
  followUpAt: '$followUpAt',
  reopenedAt: '$reopened.at',
  answeredAgain: '$reopened.answeredAt',
  kept: '$kept',
  missed: '$missed',
};

/** Values that leads of a kind hardly share, in lists with a place for each lead. */
interface Lists {
  readonly vendorIds: readonly string[];
  readonly received: readonly Date[];
  readonly owners: readonly (string | null)[];
  readonly answered: readonly (Date | null)[];
}

/** Collects a field of each lead. A lead without it gets a place as well, also where a plan reads the deals. */
const eachOf = (field: string) => ({ $push: { $ifNull: [field, null] } });

const lists: Record<keyof Lists, object> = {
  vendorIds: { $push: '$vendorId' },
  received: { $push: '$receivedAt' },
  owners: eachOf('$owner'),
  answered: eachOf('$answeredAt'),
};

/** The leads of one kind. A document for each lead would take twice as long, and so would groups by all values. */
interface LeadsOfKind extends Lists {
  readonly _id: Kind;
}

function leadsOf({ _id: kind, ...lists }: LeadsOfKind): TalliedLead[] {
  const { dealType, status, lostReason, followUpAt, kept, missed } = kind;
  const rows = new Map([...new Set(lists.vendorIds)].map((vendorId) => [vendorId, { vendorId, dealType }]));
  const settled = {
    status,
    lostReason: lostReason ?? null,
    waitsSince: null,
    followUpAt: followUpAt?.getTime() ?? null,
    promises: { kept: kept ?? 0, missed: missed ?? 0 },
  };
  return lists.vendorIds.map((vendorId, at) => {
    const receivedAt = lists.received[at] as Date;
    const answeredAt = lists.answered[at] ?? null;
    const waits = waitsSince(kind, receivedAt, answeredAt);
    return {
      row: rows.get(vendorId) ?? { vendorId, dealType },
      owner: lists.owners[at] ?? null,
      state: waits === null ? settled : { ...settled, waitsSince: waits },
      receivedAt: receivedAt.getTime(),
      answeredAt: answeredAt?.getTime() ?? null,
    };
  });
}

function waitsSince(
  { status, forgotten, reopenedAt, answeredAgain }: Kind,
  receivedAt: Date,
  answeredAt: Date | null,
): number | null {
  if (status !== initialStatus || forgotten) return null;
  const reopened = reopenedAt ? { at: reopenedAt, answeredAt: answeredAgain ?? undefined } : undefined;
  const clock = clockOf({ receivedAt, answeredAt: answeredAt ?? undefined, reopened });
  return clock.answeredAt ? null : clock.since.getTime();
}
