import type { DealType } from '../../../../../domain/deal-type.ts';
import { initialStatus, type LeadStatus } from '../../../../../domain/lead-status.ts';
import { clockOf } from '../../../../domain/work/answer.ts';
import type { SharedKinds, TalliedKind, TalliedLead } from '../../../../domain/work/tallied-lead.ts';

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
  ...{ dealType: '$dealType', status: '$status', forgotten: '$forgotten', followUpAt: '$followUpAt' },
  ...{ reopenedAt: '$reopened.at', answeredAgain: '$reopened.answeredAt', kept: '$kept', missed: '$missed' },
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

export function talliedFrom({ _id: kind, ...lists }: TalliedDeals, kinds: SharedKinds): TalliedLead[] {
  const reopened = kind.reopenedAt
    ? { at: kind.reopenedAt, answeredAt: kind.answeredAgain ?? undefined }
    : undefined;
  const mayWait = kind.status === initialStatus && !kind.forgotten;
  const shared = sharedBy(kind, lists, kinds);
  return lists.received.map((receivedAt, at) => {
    const answeredAt = lists.answered[at] ?? undefined;
    const clock = mayWait && clockOf({ receivedAt, answeredAt, reopened });
    const waitsSince = clock && !clock.answeredAt ? clock.since : undefined;
    return { kind: waitsSince ? { ...shared(at), waitsSince } : shared(at), receivedAt, answeredAt };
  });
}

/** The values that each lead of the lists shares with others. */
function sharedBy(kind: Kind, { vendorIds, owners, lostReasons }: Lists, kinds: SharedKinds) {
  const { dealType, status } = kind;
  const promises = { kept: kind.kept ?? 0, missed: kind.missed ?? 0 };
  const rest = {
    dealType,
    status,
    promises,
    followUpAt: kind.followUpAt ?? undefined,
    waitsSince: undefined,
  };
  const ofAll = [dealType, status, promises.kept, promises.missed].join();
  return (at: number): TalliedKind => {
    const vendorId = vendorIds[at] ?? '';
    const [owner, lostReason] = [owners[at] ?? undefined, lostReasons[at] ?? undefined];
    const make = () => ({ ...rest, vendorId, owner, lostReason });
    if (rest.followUpAt) return make();
    return kinds.of(`${ofAll}\n${vendorId}\n${owner ?? ''}\n${lostReason ?? ''}`, make); // no part has a line break
  };
}
