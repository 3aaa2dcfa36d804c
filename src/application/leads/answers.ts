import type { AnswerGoal } from '../../domain/answer-goal.ts';
import type { AnswerCounts, AnswerReport, AnswerTimes } from '../ports/inbound/report.ts';
import type { Answers, WaitingLead } from '../ports/outbound/back-office.ts';
import { groupsOf } from './group-leads.ts';

/** Leads that have all of this in common. Times are milliseconds. */
interface Group extends Pick<WaitingLead, 'vendorId' | 'dealType' | 'owner'> {
  /** How long each first answer took: the time that counts. */
  readonly counted: number[];
  /** The same if every hour counted. */
  readonly byClock: number[];
  readonly waiting: Waiting[];
}

interface Waiting {
  /** Whether it is the first answer that is missing. */
  readonly isFirst: boolean;
  readonly isLate: boolean;
  readonly isLateByClock: boolean;
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
    for (const lead of answered) {
      const { counted, byClock } = this.#groupOf(lead);
      counted.push(goal.elapsed(lead.receivedAt, lead.answeredAt));
      byClock.push(Math.max(0, lead.answeredAt.getTime() - lead.receivedAt.getTime()));
    }
    for (const lead of waiting)
      this.#groupOf(lead).waiting.push({
        isFirst: !lead.reopened,
        isLate: goal.elapsed(lead.since, now) > goal.within,
        isLateByClock: now.getTime() - lead.since.getTime() > goal.within,
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
      ...{ counted: [], byClock: [], waiting: [] },
    };
    this.#groups.set(key, group);
    return group;
  }
}

function countsOf(groups: readonly Group[], within: number): AnswerCounts {
  const waiting = groups.flatMap((group) => group.waiting);
  const countOf = (isSo: (lead: Waiting) => boolean) => waiting.filter(isSo).length;
  const counted = groups.flatMap((group) => group.counted);
  const byClock = groups.flatMap((group) => group.byClock);
  return {
    answered: counted.length,
    unanswered: waiting.length,
    late: countOf(({ isLate }) => isLate),
    ...timesOf(
      counted,
      countOf(({ isFirst, isLate }) => isFirst && isLate),
      within,
    ),
    byClock: timesOf(
      byClock,
      countOf(({ isFirst, isLateByClock }) => isFirst && isLateByClock),
      within,
    ),
  };
}

/** `missed`: leads without an answer, for which it is too late to be answered in time. */
function timesOf(times: readonly number[], missed: number, within: number): AnswerTimes {
  const sorted = Float64Array.from(times).sort();
  const inTime = sorted.filter((time) => time <= within).length;
  return {
    median: percentile(sorted, 0.5),
    p90: percentile(sorted, 0.9),
    inTime: sorted.length + missed > 0 ? inTime / (sorted.length + missed) : undefined,
  };
}

/** The shortest of the times that this part of them does not exceed: always one that occurred. */
const percentile = (sorted: Float64Array, part: number): number | undefined =>
  sorted[Math.ceil(sorted.length * part) - 1];
