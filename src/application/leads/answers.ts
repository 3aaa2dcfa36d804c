import type { AnswerGoal } from '../../domain/answer-goal.ts';
import type { AnswerCounts, AnswerReport } from '../ports/inbound/report.ts';
import type { Answers, WaitingLead } from '../ports/outbound/back-office.ts';
import { groupsOf } from './group-leads.ts';

/** Leads that have all of this in common. Times are milliseconds. */
interface Group extends Pick<WaitingLead, 'vendorId' | 'dealType' | 'owner'> {
  /** How long each first answer took. */
  readonly times: number[];
  readonly waiting: Waiting[];
}

interface Waiting {
  /** Whether it is the first answer that is missing. */
  readonly isFirst: boolean;
  readonly isLate: boolean;
}

/** How soon customers were first answered, and how many still wait. Of a lead that was answered, it keeps only the times. */
export class AnswerBook {
  readonly #goal: AnswerGoal;
  readonly #now: Date;
  readonly #idOf: (id: string) => string;
  readonly #groups = new Map<string, Group>();

  /** `idOf`: whom the id of an owner means. */
  constructor(goal: AnswerGoal, now: Date, idOf: (id: string) => string) {
    this.#goal = goal;
    this.#now = now;
    this.#idOf = idOf;
  }

  /** Each lead is of one `answers` only. */
  add({ answered, waiting }: Answers): void {
    const goal = this.#goal;
    const now = this.#now;
    for (const lead of answered)
      this.#groupOf(lead).times.push(goal.elapsed(lead.receivedAt, lead.answeredAt));
    for (const lead of waiting)
      this.#groupOf(lead).waiting.push({
        isFirst: !lead.reopened,
        isLate: goal.elapsed(lead.since, now) > goal.within,
      });
  }

  /** `received`: how many leads there are, answered or not. */
  report(received: number): AnswerReport {
    const { within, hasHours } = this.#goal;
    const groups = [...this.#groups.values()];

    const by = <G extends object>(groupOf: (group: Group) => G): (G & AnswerCounts)[] =>
      groupsOf(groups, groupOf).map(({ group, members }) => ({ ...group, ...countsOf(members, within) }));

    const total = countsOf(groups, within);
    const first = groups.flatMap(({ waiting }) => waiting.filter(({ isFirst }) => isFirst));
    return {
      within,
      hasHours,
      total,
      unknown: Math.max(0, received - total.answered - first.length), // leads arrive meanwhile
      rows: by(({ vendorId, dealType }) => ({ vendorId, dealType })),
      vendors: by(({ vendorId }) => ({ vendorId })),
      types: by(({ dealType }) => ({ dealType })),
      owners: by(({ owner }) => ({ owner })),
    };
  }

  #groupOf({ vendorId, dealType, owner: kept }: Pick<Group, 'vendorId' | 'dealType' | 'owner'>): Group {
    const owner = kept && this.#idOf(kept);
    const key = `${vendorId}\n${dealType}\n${owner ?? ''}`; // none of them has a line break
    const group = this.#groups.get(key) ?? {
      ...{ vendorId, dealType, owner },
      ...{ times: [], waiting: [] },
    };
    this.#groups.set(key, group);
    return group;
  }
}

function countsOf(groups: readonly Group[], within: number): AnswerCounts {
  const waiting = groups.flatMap((group) => group.waiting);
  const times = Float64Array.from(groups.flatMap((group) => group.times)).sort();
  const inTime = times.filter((time) => time <= within).length;
  // Leads without an answer, for which it is too late to be answered in time.
  const missed = waiting.filter(({ isFirst, isLate }) => isFirst && isLate).length;
  return {
    answered: times.length,
    unanswered: waiting.length,
    late: waiting.filter(({ isLate }) => isLate).length,
    median: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    inTime: times.length + missed > 0 ? inTime / (times.length + missed) : undefined,
  };
}

/** The shortest of the times that this part of them does not exceed: always one that occurred. */
const percentile = (sorted: Float64Array, part: number): number | undefined =>
  sorted[Math.ceil(sorted.length * part) - 1];
