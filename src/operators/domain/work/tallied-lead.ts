import { waitsSince } from './answer.ts';
import { type Promises, promisesOf } from './promises.ts';
import { lostReasonOf, type WorkedDeal } from './worked-deal.ts';

/**
 * Values that many leads share, by which a report counts. Leads may refer to one object, which is then counted once
 * for all.
 */
export interface TalliedKind
  extends Omit<OnlyTallied, 'answeredAt'>,
    Pick<WorkedDeal, 'vendorId' | 'dealType' | 'status' | 'owner'> {
  /** Since when the customer waits, if the lead `isUnanswered`: since it was received, or last reopened. */
  readonly waitsSince: Date | undefined;
  /** The time of the present follow-up. */
  readonly followUpAt: Date | undefined;
}

/** The values of a lead that a report counts by. */
export interface TalliedLead extends Pick<OnlyTallied, 'answeredAt'> {
  readonly kind: TalliedKind;
  readonly receivedAt: Date;
}

/** The values that only the report needs: no list of leads is filtered or sorted by them. */
export interface OnlyTallied {
  /** `answeredAt` of the deal. */
  readonly answeredAt: Date | undefined;
  /** `lostReasonOf` the deal. */
  readonly lostReason: string | undefined;
  /** `promisesOf` the deal. */
  readonly promises: Promises;
}

/** Takes all values from a whole deal. */
export function talliedLead(deal: WorkedDeal): TalliedLead {
  const { vendorId, dealType, status, owner, receivedAt } = deal;
  const { answeredAt, ...shared } = onlyTallied(deal);
  const waiting = { waitsSince: waitsSince(deal), followUpAt: deal.followUp?.at };
  return { kind: { vendorId, dealType, status, owner, ...waiting, ...shared }, receivedAt, answeredAt };
}

/** Takes the values that only the report needs, for stores that keep the others for their lists. */
export const onlyTallied = (deal: WorkedDeal): OnlyTallied => ({
  answeredAt: deal.answeredAt,
  lostReason: lostReasonOf(deal),
  promises: promisesOf(deal),
});

/** Writes these values as a short text, for stores that keep them beside the deal. */
export const talliedToText = ({ answeredAt, lostReason, promises: { kept, missed } }: OnlyTallied): string =>
  JSON.stringify([answeredAt?.getTime(), lostReason, kept, missed]);

/** Reads a tally from the parsed text of `talliedToText`. */
export function talliedFrom([answered, lostReason, kept, missed]: ParsedTally): OnlyTallied {
  return {
    answeredAt: answered === null ? undefined : new Date(answered),
    lostReason: lostReason ?? undefined,
    promises: { kept, missed },
  };
}

type ParsedTally = readonly [
  answered: number | null,
  lostReason: string | null,
  kept: number,
  missed: number,
];

/** The most kinds to remember: vendors, types, statuses, owners and reasons give thousands. */
const MOST_KINDS = 50_000;

/** Gives equal kinds one object, so that a report counts their leads together. */
export class SharedKinds {
  readonly #kinds = new Map<string, TalliedKind>();

  /**
   * The kind with this key, made at first use. Kinds with a time of their own are not remembered, as leads hardly
   * share them.
   */
  of(key: string, make: (key: string) => TalliedKind): TalliedKind {
    const known = this.#kinds.get(key);
    if (known) return known;
    const kind = make(key);
    if (kind.waitsSince || kind.followUpAt) return kind;
    if (this.#kinds.size >= MOST_KINDS) this.#kinds.clear();
    this.#kinds.set(key, kind);
    return kind;
  }
}
