import { waitsSince } from './answer.ts';
import { type Promises, promisesOf } from './promises.ts';
import { lostReasonOf, type WorkedDeal } from './worked-deal.ts';

/** The values of a lead that a report counts by. */
export interface TalliedLead
  extends OnlyTallied,
    Pick<WorkedDeal, 'vendorId' | 'dealType' | 'status' | 'owner'> {
  readonly receivedAt: Date;
  /** Since when the customer waits, if the lead `isUnanswered`: since it was received, or last reopened. */
  readonly waitsSince: Date | undefined;
  /** The time of the present follow-up. */
  readonly followUpAt: Date | undefined;
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
export const talliedLead = (deal: WorkedDeal): TalliedLead => ({
  vendorId: deal.vendorId,
  dealType: deal.dealType,
  status: deal.status,
  owner: deal.owner,
  receivedAt: deal.receivedAt,
  waitsSince: waitsSince(deal),
  followUpAt: deal.followUp?.at,
  ...onlyTallied(deal),
});

/** Takes the values that only the report needs, for stores that keep the others for their lists. */
export const onlyTallied = (deal: WorkedDeal): OnlyTallied => ({
  answeredAt: deal.answeredAt,
  lostReason: lostReasonOf(deal),
  promises: promisesOf(deal),
});

/** Writes these values as a short text, for stores that keep them beside the deal. */
export const talliedToText = ({ answeredAt, lostReason, promises: { kept, missed } }: OnlyTallied): string =>
  JSON.stringify([answeredAt?.getTime(), lostReason, kept, missed]);

/** Reads what `talliedToText` wrote. */
export function talliedFromText(text: string): OnlyTallied {
  const [answered, lostReason, kept, missed] = JSON.parse(text);
  return {
    answeredAt: answered === null ? undefined : new Date(answered),
    lostReason: lostReason ?? undefined,
    promises: { kept, missed },
  };
}
