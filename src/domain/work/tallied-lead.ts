import { waitsSince } from './answer.ts';
import { type Deal, lostReasonOf } from './deal.ts';
import { type Promises, promisesOf } from './promises.ts';

/** What a report counts a lead by. */
export interface TalliedLead extends OnlyTallied, Pick<Deal, 'vendorId' | 'dealType' | 'status' | 'owner'> {
  readonly receivedAt: Date;
  /** Since when its customer waits, if it `isUnanswered`: since it was received, or last reopened. */
  readonly waitsSince: Date | undefined;
  /** Of the follow-up that stands. */
  readonly followUpAt: Date | undefined;
}

/** What of it no list of leads is asked with. */
export interface OnlyTallied {
  /** `answeredAt` of the deal. */
  readonly answeredAt: Date | undefined;
  /** `lostReasonOf` the deal. */
  readonly lostReason: string | undefined;
  /** `promisesOf` the deal. */
  readonly promises: Promises;
}

/** For the tally of a store that has the whole deal. */
export const talliedLead = (deal: Deal): TalliedLead => ({
  vendorId: deal.vendorId,
  dealType: deal.dealType,
  status: deal.status,
  owner: deal.owner,
  receivedAt: deal.receivedAt,
  waitsSince: waitsSince(deal),
  followUpAt: deal.followUp?.at,
  ...onlyTallied(deal),
});

/** For a store that keeps the rest beside it, for its lists. */
export const onlyTallied = (deal: Deal): OnlyTallied => ({
  answeredAt: deal.answeredAt,
  lostReason: lostReasonOf(deal),
  promises: promisesOf(deal),
});

/** For stores that keep it beside the deal, short. */
export const talliedToText = ({ answeredAt, lostReason, promises: { kept, missed } }: OnlyTallied): string =>
  JSON.stringify([answeredAt?.getTime(), lostReason, kept, missed]);

/** What `talliedToText` wrote. */
export function talliedFromText(text: string): OnlyTallied {
  const [answered, lostReason, kept, missed] = JSON.parse(text);
  return {
    answeredAt: answered === null ? undefined : new Date(answered),
    lostReason: lostReason ?? undefined,
    promises: { kept, missed },
  };
}
