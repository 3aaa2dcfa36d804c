import type { DealType } from '../../../domain/deal-type.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import { waitsSince } from './answer.ts';
import { type Promises, promisesOf } from './promises.ts';
import { lostReasonOf, type WorkedDeal } from './worked-deal.ts';

/**
 * Leads in short, so that years of them are counted soon: values that many leads share are there once. Times are
 * milliseconds since 1970, so that a store can keep a tally as JSON.
 */
export interface Tally {
  readonly rows: readonly TalliedRow[];
  /** Ids of owners. `null`: nobody. */
  readonly owners: readonly (string | null)[];
  readonly states: readonly TalliedState[];
  readonly leads: readonly TalliedLead[];
}

/** A lead: the numbers of its row, its owner and its state, and when it was received and first answered. */
export type TalliedLead = readonly [
  row: number,
  owner: number,
  state: number,
  receivedAt: number,
  answeredAt: number | null,
];

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

/** A tally that leads are added to. */
export class GrowingTally {
  readonly rows = new Numbered<TalliedRow>();
  readonly owners = new Numbered<string | null>();
  readonly states = new Numbered<TalliedState>();
  readonly leads: TalliedLead[] = [];

  tally(): Tally {
    return {
      rows: this.rows.values,
      owners: this.owners.values,
      states: this.states.values,
      leads: this.leads,
    };
  }
}

/** Numbers values in the order in which they come, each once. */
class Numbered<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of the value with this key, made at its first use. */
  of(key: string, make: () => T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.values.push(make()) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/** Tallies whole deals. */
export function tallyOf(deals: readonly WorkedDeal[]): Tally {
  const grown = new GrowingTally();
  const number = <T>(numbers: Numbered<T>, value: T): number =>
    numbers.of(JSON.stringify(value), () => value);
  for (const deal of deals) {
    const { vendorId, dealType, status, owner = null, receivedAt, answeredAt } = deal;
    const state: TalliedState = {
      status,
      lostReason: lostReasonOf(deal) ?? null,
      promises: promisesOf(deal),
      waitsSince: timeOf(waitsSince(deal)),
      followUpAt: timeOf(deal.followUp?.at),
    };
    grown.leads.push([
      ...([number(grown.rows, { vendorId, dealType }), number(grown.owners, owner)] as const),
      ...([number(grown.states, state), receivedAt.getTime(), timeOf(answeredAt)] as const),
    ]);
  }
  return grown.tally();
}

const timeOf = (moment: Date | undefined): number | null => moment?.getTime() ?? null;

/** Writes the values that only the report needs as a short text, for stores that keep them beside the deal. */
export const onlyTallied = (deal: WorkedDeal): string => {
  const { kept, missed } = promisesOf(deal);
  return JSON.stringify([deal.answeredAt?.getTime(), lostReasonOf(deal), kept, missed]);
};
