import { clockOf } from '#operators/domain/work/answer.ts';
import { GrowingTally, type TalliedState, type Tally } from '#operators/domain/work/tally.ts';
import type { DealType } from '../../../../../domain/deal-type.ts';
import { initialStatus, type LeadStatus } from '../../../../../domain/lead-status.ts';

/** Values that many leads share: most leads have only a type and a status. `null`: no value. */
interface Kind {
  readonly dealType: DealType;
  readonly status: LeadStatus;
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
  readonly lostReasons: readonly (string | null)[];
  readonly answered: readonly (Date | null)[];
}

/** Collects a field of each lead. A lead without it gets a place as well, also where a plan reads the deals. */
const eachOf = (field: string) => ({ $push: { $ifNull: [field, null] } });

const lists: Record<keyof Lists, object> = {
  vendorIds: { $push: '$vendorId' },
  received: { $push: '$receivedAt' },
  owners: eachOf('$owner'),
  lostReasons: eachOf('$lostReason'),
  answered: eachOf('$answeredAt'),
};

/** The leads of one kind. A document for each lead would take twice as long, and so would groups by all values. */
export interface TalliedDeals extends Lists {
  readonly _id: Kind;
}

export const inKinds = { _id: kind, ...lists };

export function tallyFrom(found: readonly TalliedDeals[]): Tally {
  const grown = new GrowingTally();
  for (const [ofKind, { _id: kind, vendorIds, received, ...lists }] of found.entries())
    for (const [at, receivedAt] of received.entries()) {
      const vendorId = vendorIds[at] ?? '';
      const [owner = null, lostReason = null] = [lists.owners[at], lists.lostReasons[at]];
      const answeredAt = lists.answered[at] ?? undefined;
      const waits = waitsSince(kind, receivedAt, answeredAt);
      grown.leads.push([
        grown.rows.of(`${kind.dealType} ${vendorId}`, () => ({ vendorId, dealType: kind.dealType })),
        grown.owners.of(owner ?? '', () => owner),
        grown.states.of(`${ofKind} ${lostReason} ${waits}`, () => stateOf(kind, lostReason, waits)),
        receivedAt.getTime(),
        answeredAt?.getTime() ?? null,
      ]);
    }
  return grown.tally();
}

function waitsSince(
  { status, forgotten, reopenedAt, answeredAgain }: Kind,
  receivedAt: Date,
  answeredAt: Date | undefined,
): number | null {
  if (status !== initialStatus || forgotten) return null;
  const reopened = reopenedAt ? { at: reopenedAt, answeredAt: answeredAgain ?? undefined } : undefined;
  const clock = clockOf({ receivedAt, answeredAt, reopened });
  return clock.answeredAt ? null : clock.since.getTime();
}

const stateOf = (
  { status, followUpAt, kept, missed }: Kind,
  lostReason: string | null,
  waits: number | null,
): TalliedState => ({
  status,
  lostReason,
  waitsSince: waits,
  followUpAt: followUpAt?.getTime() ?? null,
  promises: { kept: kept ?? 0, missed: missed ?? 0 },
});
