import { isFinal } from '../../../domain/intake/lead-status.ts';
import { clockOf } from '../../../domain/work/answer.ts';
import type { AnswerGoal } from '../../../domain/work/answer-goal.ts';
import type { LostReason } from '../../../domain/work/lost-reason.ts';
import { isMissed } from '../../../domain/work/promises.ts';
import type {
  AnswerCounts,
  Counts,
  LeadCounts,
  LostCount,
  Report,
} from '../ports/inbound/report-use-cases.ts';
import type { TalliedLead } from '../ports/outbound/report-tally.ts';
import { groupsOf } from './group-leads.ts';

/** Leads that have all of this in common. */
interface Group extends Pick<TalliedLead, 'vendorId' | 'dealType' | 'owner' | 'status' | 'lostReason'> {
  leads: number;
  answered: number;
  unanswered: number;
  late: number;
  /** Of the late ones, those that nobody has answered yet. */
  missed: number;
  kept: number;
  /** Of promises; those that still stand among them. */
  promisesMissed: number;
  /** How long each first answer took, in milliseconds. */
  readonly times: number[];
}

/** How many leads of one day have the rest in common. */
interface DayGroup extends Pick<TalliedLead, 'status' | 'lostReason'> {
  readonly day: string;
  leads: number;
}

interface BookPorts {
  readonly goal: AnswerGoal;
  readonly now: Date;
  readonly lostReasons: readonly LostReason[];
}

/** Adds up a report, lead by lead. Of each it keeps no more than how long its answer took. */
export class ReportBook {
  readonly #ports: BookPorts;
  /** The codes of reasons for which a lost lead does not count. */
  readonly #leftOut: ReadonlySet<string>;
  readonly #groups = new Map<string, Group>();
  readonly #days = new Map<string, DayGroup>();

  constructor(ports: BookPorts) {
    this.#ports = ports;
    this.#leftOut = new Set(ports.lostReasons.flatMap(({ code, counts }) => (counts ? [] : [code])));
  }

  add(lead: TalliedLead, day: string): void {
    const { goal, now } = this.#ports;
    const group = this.#groupOf(lead);
    group.leads += 1;
    this.#dayOf(day, lead).leads += 1;
    group.kept += lead.promises.kept;
    const stands = lead.followUpAt && isMissed({ at: lead.followUpAt }, now) ? 1 : 0;
    group.promisesMissed += lead.promises.missed + stands;
    if (lead.answeredAt) group.times.push(goal.elapsed(lead.receivedAt, lead.answeredAt));
    if (lead.waits) {
      const isLate = goal.elapsed(clockOf(lead).since, now) > goal.within;
      group.unanswered += 1;
      group.late += isLate ? 1 : 0;
      group.missed += isLate && !lead.reopened ? 1 : 0;
    } else if (lead.answeredAt) group.answered += 1;
  }

  report(): Report {
    const groups = [...this.#groups.values()];
    const by = <G extends object>(groupOf: (group: Group) => G): (G & Counts)[] =>
      groupsOf(groups, groupOf).map(({ group, members }) => ({ ...group, ...this.#countsOf(members) }));
    const { within, hasHours } = this.#ports.goal;
    return {
      total: this.#countsOf(groups),
      rows: by(({ vendorId, dealType }) => ({ vendorId, dealType })),
      vendors: by(({ vendorId }) => ({ vendorId })),
      types: by(({ dealType }) => ({ dealType })),
      owners: by(({ owner }) => ({ owner })),
      days: groupsOf([...this.#days.values()], ({ day }) => ({ day }))
        .map(({ group, members }) => ({ ...group, ...this.#leadCountsOf(members) }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
      lost: this.#lostOf(groups),
      goal: { within, hasHours },
    };
  }

  #groupOf({ vendorId, dealType, owner, status, lostReason }: TalliedLead): Group {
    const key = `${vendorId}\n${dealType}\n${owner ?? ''}\n${status}\n${lostReason ?? ''}`; // none of them has a line break
    const group = this.#groups.get(key) ?? {
      ...{ vendorId, dealType, owner, status, lostReason },
      ...{ leads: 0, answered: 0, unanswered: 0, late: 0, missed: 0, times: [] },
      ...{ kept: 0, promisesMissed: 0 },
    };
    this.#groups.set(key, group);
    return group;
  }

  #dayOf(day: string, { status, lostReason }: TalliedLead): DayGroup {
    const key = `${day}\n${status}\n${lostReason ?? ''}`;
    const group = this.#days.get(key) ?? { day, status, lostReason, leads: 0 };
    this.#days.set(key, group);
    return group;
  }

  #countsOf = (groups: readonly Group[]): Counts => ({
    ...this.#leadCountsOf(groups),
    ...answerCountsOf(groups, this.#ports.goal.within),
  });

  #leadCountsOf(groups: readonly Omit<DayGroup, 'day'>[]): LeadCounts {
    const leadsOf = (isSo: (group: Omit<DayGroup, 'day'>) => boolean) => sum(groups.filter(isSo), 'leads');
    return {
      received: leadsOf(() => true),
      open: leadsOf(({ status }) => !isFinal(status)),
      won: leadsOf(({ status }) => status === 'Won'),
      lost: leadsOf(({ status }) => status === 'Lost'),
      notCounted: leadsOf(({ lostReason }) => lostReason !== undefined && this.#leftOut.has(lostReason)),
    };
  }

  #lostOf(groups: readonly Group[]): LostCount[] {
    const lost = groups.flatMap(({ vendorId, dealType, lostReason, leads }) =>
      lostReason === undefined ? [] : [{ vendorId, dealType, lostReason, leads }],
    );
    const kinds = groupsOf(lost, ({ leads: _, ...kind }) => kind);
    return kinds.map(({ group, members }) => ({
      ...group,
      words: this.#ports.lostReasons.find(({ code }) => code === group.lostReason)?.words ?? group.lostReason,
      leads: sum(members, 'leads'),
    }));
  }
}

function answerCountsOf(groups: readonly Group[], within: number): AnswerCounts {
  const times = Float64Array.from(groups.flatMap((group) => group.times)).sort();
  const given = times.length + sum(groups, 'missed');
  const [answered, unanswered] = [sum(groups, 'answered'), sum(groups, 'unanswered')];
  return {
    answered,
    unanswered,
    unknown: sum(groups, 'leads') - answered - unanswered,
    late: sum(groups, 'late'),
    kept: sum(groups, 'kept'),
    missed: sum(groups, 'promisesMissed'),
    median: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    inTime: given > 0 ? times.filter((time) => time <= within).length / given : undefined,
  };
}

const sum = <K extends string>(groups: readonly Readonly<Record<K, number>>[], what: K): number =>
  groups.reduce((all, group) => all + group[what], 0);

/** The shortest of the times that this part of them does not exceed: always one that occurred. */
const percentile = (sorted: Float64Array, part: number): number | undefined =>
  sorted[Math.ceil(sorted.length * part) - 1];
