import type { DealType } from '../../../domain/deal-type.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import { waitsSince } from './answer.ts';
import { type Promises, promisesOf } from './promises.ts';
import { lostReasonOf, type WorkedDeal } from './worked-deal.ts';

/** Leads as reports count them. Times are milliseconds since 1970. */
export interface Tally {
  readonly leads: readonly TalliedLead[];
}

/** A lead in short. Many leads have one row or one state in common: what a report finds out of it, it does once. */
export interface TalliedLead {
  readonly row: TalliedRow;
  /** The id of the owner. `null`: nobody. */
  readonly owner: string | null;
  readonly state: TalliedState;
  readonly receivedAt: number;
  /** When it was first answered. */
  readonly answeredAt: number | null;
}

/** The vendor and the deal type of a lead: a report counts leads by both together. */
export interface TalliedRow {
  readonly vendorId: string;
  readonly dealType: DealType;
}

/** Values of leads that stand alike. */
export interface TalliedState {
  readonly status: LeadStatus;
  /** `lostReasonOf` the deal. */
  readonly lostReason: string | null;
  /** Since when the customer waits, if the lead `isUnanswered`: since it was received, or last reopened. */
  readonly waitsSince: number | null;
  /** The time of the present follow-up. */
  readonly followUpAt: number | null;
  /** `promisesOf` the deal. */
  readonly promises: Promises;
}

/** A tally that leads are added to. Rows and states that are equal become one. */
export class GrowingTally implements Tally {
  readonly leads: TalliedLead[] = [];
  readonly #rows = new Map<string, TalliedRow>();
  readonly #states = new Map<string, TalliedState>();

  add({ row, state, owner, receivedAt, answeredAt }: TalliedLead): void {
    this.leads.push({
      row: oneOf(this.#rows, row),
      owner,
      state: oneOf(this.#states, state),
      receivedAt,
      answeredAt,
    });
  }
}

/** The value that is equal to this one, if one is known. */
function oneOf<T>(known: Map<string, T>, value: T): T {
  const key = JSON.stringify(value);
  const first = known.get(key) ?? value;
  known.set(key, first);
  return first;
}

/** Tallies whole deals. */
export function tallyOf(deals: readonly WorkedDeal[]): Tally {
  const grown = new GrowingTally();
  for (const deal of deals)
    grown.add({
      row: { vendorId: deal.vendorId, dealType: deal.dealType },
      owner: deal.owner ?? null,
      state: {
        status: deal.status,
        lostReason: lostReasonOf(deal) ?? null,
        waitsSince: timeOf(waitsSince(deal)),
        followUpAt: timeOf(deal.followUp?.at),
        promises: promisesOf(deal),
      },
      receivedAt: deal.receivedAt.getTime(),
      answeredAt: timeOf(deal.answeredAt),
    });
  return grown;
}

const timeOf = (moment: Date | undefined): number | null => moment?.getTime() ?? null;

/** Writes the values that only the report needs as a short text, for stores that keep them beside the deal. */
export const onlyTallied = (deal: WorkedDeal): string => {
  const { kept, missed } = promisesOf(deal);
  return JSON.stringify([deal.answeredAt?.getTime(), lostReasonOf(deal), kept, missed]);
};
