import type { DealType } from '../../../domain/deal-type.ts';
import { isFinal } from '../../../domain/lead-status.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { LostReason } from '../../domain/work/lost-reason.ts';
import { isMissed } from '../../domain/work/promises.ts';
import type { TalliedLead, TalliedRow, Tally } from '../../domain/work/tally.ts';
import { countUpTo, percentile } from './sorted-times.ts';

/** Leads by date of receipt. The groups of a list are in no order, and groups without leads are left out. */
export interface Report {
  readonly total: Counts;
  readonly rows: readonly ({ readonly vendorId: string; readonly dealType: DealType } & Counts)[];
  readonly vendors: readonly ({ readonly vendorId: string } & Counts)[];
  readonly types: readonly ({ readonly dealType: DealType } & Counts)[];
  /** By the leads' present owners; `undefined`: nobody. */
  readonly owners: readonly ({ readonly owner?: string | undefined } & Counts)[];
  /** By days such as `2026-11-25` in the business's time zone, the earliest first. */
  readonly days: readonly ({ readonly day: string } & LeadCounts)[];
  /** Why leads are lost, by vendor and deal type. */
  readonly lost: readonly LostCount[];
  /** How soon customers are to be answered. */
  readonly goal: {
    /** In milliseconds. */
    readonly within: number;
    /** Whether only the desk's hours count. */
    readonly hasHours: boolean;
  };
}

/** How many leads are lost for a reason. */
export interface LostCount {
  readonly vendorId: string;
  readonly dealType: DealType;
  /** The reason's code. */
  readonly lostReason: string;
  /** The reason's words; the code if the settings no longer have the reason. */
  readonly words: string;
  readonly leads: number;
}

/** Counts that can be added up. */
interface Sums extends LeadCounts, Omit<AnswerCounts, 'unknown' | 'median' | 'p90' | 'inTime'> {
  /** Late leads that nobody has ever answered. */
  readonly overdue: number;
}

const nothing: Sums = {
  received: 0,
  open: 0,
  won: 0,
  lost: 0,
  notCounted: 0,
  answered: 0,
  unanswered: 0,
  late: 0,
  overdue: 0,
  promisesKept: 0,
  promisesMissed: 0,
};

/** Adds up, each number by its name: a loop over names, lead by lead, would take twenty times as long. */
const plus = (some: Sums, more: Sums): Sums => ({
  received: some.received + more.received,
  open: some.open + more.open,
  won: some.won + more.won,
  lost: some.lost + more.lost,
  notCounted: some.notCounted + more.notCounted,
  answered: some.answered + more.answered,
  unanswered: some.unanswered + more.unanswered,
  late: some.late + more.late,
  overdue: some.overdue + more.overdue,
  promisesKept: some.promisesKept + more.promisesKept,
  promisesMissed: some.promisesMissed + more.promisesMissed,
});

/** Leads that have something in common. */
interface Group<Common = unknown, Times = number[]> {
  readonly common: Common;
  sums: Sums;
  /** The milliseconds that each first answer took. */
  readonly times: Times;
}

/** A group with its times in order. */
type Sorted<Common = unknown> = Group<Common, Float64Array>;

interface Row extends TalliedRow {
  /** How many leads are lost, by the codes of reasons. */
  readonly lost: Map<string, number>;
}

interface BookPorts {
  readonly goal: AnswerGoal;
  readonly now: Date;
  readonly people: KnownPeople;
  readonly lostReasons: readonly LostReason[];
  readonly steps: Steps;
}

/** Adds up a report, lead by lead. Keeps nothing of a lead but the time of its answer. */
export class ReportBook {
  readonly #ports: BookPorts;
  /** Codes of lost reasons that are left out of the win rate. */
  readonly #leftOut: ReadonlySet<string | null>;
  readonly #rows = new Map<string, Group<Row>>();
  readonly #owners = new Map<string, Group<{ readonly owner: string | undefined }>>();
  readonly #days = new Map<string, Group<{ readonly day: string }>>();

  constructor(ports: BookPorts) {
    this.#ports = ports;
    this.#leftOut = new Set(ports.lostReasons.flatMap(({ code, counts }) => (counts ? [] : [code])));
  }

  /** Adds leads. `dayOf`: the day of a moment, in the business's time zone. */
  async add({ leads }: Tally, dayOf: (moment: number) => string): Promise<void> {
    const { goal, people, steps } = this.#ports;
    const rowOf = once((row: TalliedRow) =>
      groupIn(this.#rows, `${row.vendorId}\n${row.dealType}`, { ...row, lost: new Map() }),
    );
    const ownerOf = once((id: string | null) => {
      const owner = id === null ? undefined : people.idOf(id);
      return groupIn(this.#owners, owner ?? '', { owner });
    });
    const dayFrom = once((day: string) => groupIn(this.#days, day, { day }));
    for (const lead of leads) {
      if (steps.isLong) await steps.next();
      const { receivedAt, answeredAt } = lead;
      const { lostReason } = lead.state;
      const [row, owner, day] = [rowOf(lead.row), ownerOf(lead.owner), dayFrom(dayOf(receivedAt))];
      const sums = this.#sumsOf(lead);
      for (const group of [row, owner, day]) group.sums = plus(group.sums, sums);
      if (lostReason !== null) row.common.lost.set(lostReason, (row.common.lost.get(lostReason) ?? 0) + 1);
      if (answeredAt === null) continue;
      const time = goal.elapsed(new Date(receivedAt), new Date(answeredAt));
      row.times.push(time);
      owner.times.push(time);
    }
  }

  async report(): Promise<Report> {
    const { within, hasHours } = this.#ports.goal;
    const rows = await this.#sorted(this.#rows);
    const owners = await this.#sorted(this.#owners);
    return {
      total: countsOf(rows, within),
      rows: await this.#countsBy(rows, ({ vendorId, dealType }) => ({ vendorId, dealType })),
      vendors: await this.#countsBy(rows, ({ vendorId }) => ({ vendorId })),
      types: await this.#countsBy(rows, ({ dealType }) => ({ dealType })),
      owners: await this.#countsBy(owners, ({ owner }) => ({ owner })),
      days: [...this.#days.values()]
        .map(({ common, sums }) => ({ ...common, ...leadCountsOf(sums) }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
      lost: rows.flatMap(({ common: { lost, ...row } }) =>
        [...lost].map(([lostReason, leads]) => ({
          ...row,
          lostReason,
          words: this.#ports.lostReasons.find(({ code }) => code === lostReason)?.words ?? lostReason,
          leads,
        })),
      ),
      goal: { within, hasHours },
    };
  }

  /** What a lead adds to the sums of its groups. */
  #sumsOf({ state, receivedAt, answeredAt }: TalliedLead): Sums {
    const { goal, now } = this.#ports;
    const { status, lostReason, waitsSince, followUpAt, promises } = state;
    const isLate = waitsSince !== null && goal.elapsed(new Date(waitsSince), now) > goal.within;
    const isBroken = followUpAt !== null && isMissed({ at: new Date(followUpAt) }, now);
    return {
      received: 1,
      open: Number(!isFinal(status)),
      won: Number(status === 'Won'),
      lost: Number(status === 'Lost'),
      notCounted: Number(this.#leftOut.has(lostReason)),
      answered: Number(answeredAt !== null && waitsSince === null),
      unanswered: Number(waitsSince !== null),
      late: Number(isLate),
      overdue: Number(isLate && waitsSince === receivedAt), // not if it waits since it was reopened
      promisesKept: promises.kept,
      promisesMissed: promises.missed + Number(isBroken),
    };
  }

  /** Sorts the times of each group by themselves: to sort a year's times at once would hold everybody up. */
  async #sorted<C>(groups: ReadonlyMap<string, Group<C>>): Promise<Sorted<C>[]> {
    const { steps } = this.#ports;
    const sorted: Sorted<C>[] = [];
    for (const group of groups.values()) {
      if (steps.isLong) await steps.next();
      sorted.push({ ...group, times: new Float64Array(group.times).sort() });
    }
    return sorted;
  }

  /** The counts of groups that have something in common, in the order of their first members. */
  async #countsBy<C, G extends object>(
    groups: readonly Sorted<C>[],
    commonOf: (common: C) => G,
  ): Promise<(G & Counts)[]> {
    const { steps, goal } = this.#ports;
    const counted: (G & Counts)[] = [];
    for (const [key, members] of Map.groupBy(groups, ({ common }) => JSON.stringify(commonOf(common)))) {
      if (steps.isLong) await steps.next();
      counted.push({ ...JSON.parse(key), ...countsOf(members, goal.within) });
    }
    return counted;
  }
}

/** Makes a function that answers for each value only once. */
function once<V, T>(answer: (value: V) => T): (value: V) => T {
  const known = new Map<V, T>();
  return (value) => {
    let found = known.get(value);
    if (found === undefined) {
      found = answer(value);
      known.set(value, found);
    }
    return found;
  };
}

function groupIn<C>(groups: Map<string, Group<C>>, key: string, common: C): Group<C> {
  const known = groups.get(key);
  if (known) return known;
  const group = { common, sums: nothing, times: [] };
  groups.set(key, group);
  return group;
}

/** How many leads were received, and their present status. */
export interface LeadCounts {
  readonly received: number;
  readonly open: number;
  readonly won: number;
  readonly lost: number;
  /** Lost leads that are left out of the win rate: a test, spam, a duplicate. */
  readonly notCounted: number;
}

/**
 * How soon customers were first answered. Each lead is answered, unanswered or unknown. Times are milliseconds.
 */
export interface AnswerCounts {
  readonly answered: number;
  /** Leads whose customers wait now, also those that wait again since a reopening. */
  readonly unanswered: number;
  /** Leads whose time of answer nobody knows: a list that was handed back moved them. */
  readonly unknown: number;
  /** Unanswered leads that are late. */
  readonly late: number;
  /** Follow-ups that were kept or missed. One that still stands long after its time counts as missed. */
  readonly promisesKept: number;
  readonly promisesMissed: number;
  /** The median time of first answers, also of reopened leads that wait again. `undefined` if there are none. */
  readonly median: number | undefined;
  /** The time within which nine of ten first answers came. */
  readonly p90: number | undefined;
  /** The part of first answers within the goal, from 0 to 1, of all that were given or are late. */
  readonly inTime: number | undefined;
}

const leadCountsOf = ({ received, open, won, lost, notCounted }: Sums): LeadCounts => ({
  received,
  open,
  won,
  lost,
  notCounted,
});

/** The counts of no leads. */
export const noLeads: Counts = countsOf([], 0);

/** Leads by their present status, and how soon their customers were answered. */
export type Counts = LeadCounts & AnswerCounts;

function countsOf(groups: readonly Sorted[], within: number): Counts {
  const { overdue, ...sums } = groups.reduce((all, group) => plus(all, group.sums), nothing);
  const times = groups.map((group) => group.times);
  const given = countUpTo(times, Number.POSITIVE_INFINITY) + overdue;
  return {
    ...sums,
    unknown: sums.received - sums.answered - sums.unanswered,
    median: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    inTime: given > 0 ? countUpTo(times, within) / given : undefined,
  };
}

/** Milliseconds of work that others who wait for this process do not notice. */
const STEP = 2;

/** Divides long work into steps: once a step `isLong`, `next` lets others run. */
export class Steps {
  #began = performance.now();

  get isLong(): boolean {
    return performance.now() - this.#began > STEP;
  }

  async next(): Promise<void> {
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
    this.#began = performance.now();
  }
}
