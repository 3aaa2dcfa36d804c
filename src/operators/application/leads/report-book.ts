import { isFinal } from '../../../domain/lead-status.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { LostReason } from '../../domain/work/lost-reason.ts';
import { isMissed } from '../../domain/work/promises.ts';
import type { TalliedLead, TalliedRow, TalliedState, Tally } from '../../domain/work/tally.ts';
import type { AnswerCounts, Counts, LeadCounts, Report } from '../ports/inbound/report-use-cases.ts';
import { countUpTo, percentile } from './sorted-times.ts';

/** What one lead adds to each count. */
interface Outcome extends LeadCounts, Omit<AnswerCounts, 'unknown' | 'median' | 'p90' | 'inTime'> {
  /** Late leads that nobody has ever answered. */
  readonly overdue: number;
}

const nothing: Outcome = {
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
const names = Object.keys(nothing) as readonly (keyof Outcome)[];

/** Leads that have something in common. */
interface Group<Common = unknown, Times = number[]> {
  readonly common: Common;
  /** How many leads have each outcome: to add up the counts of every lead would take five times as long. */
  readonly outcomes: Map<Outcome, number>;
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
  readonly #outcomes = new Map<string, Outcome>();
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
    const outcomeOf = {
      answered: once((state: TalliedState) => this.#outcomeOf(state, 'answered')),
      'never answered': once((state: TalliedState) => this.#outcomeOf(state, 'never answered')),
      other: once((state: TalliedState) => this.#outcomeOf(state, 'other')),
    };
    for (const lead of leads) {
      if (steps.isLong) await steps.next();
      const { state, receivedAt, answeredAt } = lead;
      const [row, owner, day] = [rowOf(lead.row), ownerOf(lead.owner), dayOf(receivedAt)];
      const outcome = outcomeOf[standOf(lead)](state);
      countIn(row.outcomes, outcome);
      countIn(owner.outcomes, outcome);
      countIn(groupIn(this.#days, day, { day }).outcomes, outcome);
      if (state.lostReason !== null) countIn(row.common.lost, state.lostReason);
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
        .map((group) => ({ ...group.common, ...leadCountsOf(sumsOf([group])) }))
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

  /** The outcome of leads in a state. Equal outcomes are one. */
  #outcomeOf({ status, lostReason, waitsSince, promises, followUpAt }: TalliedState, stand: Stand): Outcome {
    const { goal, now } = this.#ports;
    const isLate = waitsSince !== null && goal.elapsed(new Date(waitsSince), now) > goal.within;
    const isBroken = followUpAt !== null && isMissed({ at: new Date(followUpAt) }, now);
    const outcome: Outcome = {
      received: 1,
      open: Number(!isFinal(status)),
      won: Number(status === 'Won'),
      lost: Number(status === 'Lost'),
      notCounted: Number(this.#leftOut.has(lostReason)),
      answered: Number(stand === 'answered'),
      unanswered: Number(waitsSince !== null),
      late: Number(isLate),
      overdue: Number(isLate && stand === 'never answered'),
      promisesKept: promises.kept,
      promisesMissed: promises.missed + Number(isBroken),
    };
    const key = JSON.stringify(outcome);
    const equal = this.#outcomes.get(key) ?? outcome;
    this.#outcomes.set(key, equal);
    return equal;
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

/** Where the customer of a lead stands: answered, or waiting for an answer since the lead was received. */
type Stand = 'answered' | 'never answered' | 'other';

function standOf({ state: { waitsSince }, receivedAt, answeredAt }: TalliedLead): Stand {
  if (waitsSince === null) return answeredAt === null ? 'other' : 'answered';
  return waitsSince === receivedAt ? 'never answered' : 'other';
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
  const group = { common, outcomes: new Map(), times: [] };
  groups.set(key, group);
  return group;
}

const countIn = <K>(counts: Map<K, number>, what: K): void =>
  void counts.set(what, (counts.get(what) ?? 0) + 1);

function sumsOf(groups: readonly Pick<Group, 'outcomes'>[]): Outcome {
  const sums = { ...nothing };
  for (const { outcomes } of groups)
    for (const [outcome, leads] of outcomes) for (const name of names) sums[name] += leads * outcome[name];
  return sums;
}

const leadCountsOf = ({ received, open, won, lost, notCounted }: Outcome): LeadCounts => ({
  received,
  open,
  won,
  lost,
  notCounted,
});

/** The counts of no leads. */
export const noLeads: Counts = countsOf([], 0);

function countsOf(groups: readonly Sorted[], within: number): Counts {
  const { overdue, ...sums } = sumsOf(groups);
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
