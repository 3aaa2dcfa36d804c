import { isFinal } from '../../../domain/lead-status.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { LostReason } from '../../domain/work/lost-reason.ts';
import { isMissed } from '../../domain/work/promises.ts';
import type { TalliedRow, TalliedState, Tally } from '../../domain/work/tally.ts';
import type { AnswerCounts, Counts, LeadCounts, Report } from '../ports/inbound/report-use-cases.ts';
import { groupsOf } from './group-leads.ts';
import { countUpTo, percentile } from './sorted-times.ts';
import type { Steps } from './steps.ts';

/** Counts that can be added up. */
interface Counted extends LeadCounts, Omit<AnswerCounts, 'unknown' | 'median' | 'p90' | 'inTime'> {
  /** Late leads that nobody has ever answered. */
  readonly overdue: number;
}

const none: Counted = {
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
const names = Object.keys(none) as readonly (keyof Counted)[];

/** Counts in the order of `names`: adding them by name, lead by lead, would take five times as long. */
type Sums = number[];

const sumsOf = (counted: Counted): Sums => names.map((name) => counted[name]);
const countedIn = (sums: Sums): Counted =>
  Object.fromEntries(names.map((name, n) => [name, sums[n]])) as unknown as Counted;

function addTo(sums: Sums, more: Sums): void {
  for (let n = 0; n < sums.length; n += 1) sums[n] = (sums[n] ?? 0) + (more[n] ?? 0);
}

/** The counts of leads that have something in common. */
interface Group<Times = number[]> {
  readonly sums: Sums;
  /** The milliseconds that each first answer took. */
  readonly times: Times;
}

type Groups<Common> = Map<string, Common & Group>;

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
  readonly #rows: Groups<TalliedRow> = new Map();
  readonly #owners: Groups<{ readonly owner: string | undefined }> = new Map();
  readonly #days: Groups<{ readonly day: string }> = new Map();
  readonly #lost: Groups<TalliedRow & { readonly lostReason: string }> = new Map();

  constructor(ports: BookPorts) {
    this.#ports = ports;
    this.#leftOut = new Set(ports.lostReasons.flatMap(({ code, counts }) => (counts ? [] : [code])));
  }

  /** Adds leads. `dayOf`: the day of a moment, in the business's time zone. */
  async add(tally: Tally, dayOf: (moment: number) => string): Promise<void> {
    const { goal, people, steps } = this.#ports;
    const rows = tally.rows.map((row) => groupIn(this.#rows, keyOf(row), row));
    const owners = tally.owners.map((id) => {
      const owner = id === null ? undefined : people.idOf(id);
      return groupIn(this.#owners, owner ?? '', { owner });
    });
    const states = tally.states.map((state) => this.#waysOf(state));
    let ofDay: (Group & { readonly day: string }) | undefined;
    for (const [ofRow, ofOwner, ofState, receivedAt, answeredAt] of tally.leads) {
      if (steps.isLong) await steps.next();
      const [row, owner, state] = [rows[ofRow], owners[ofOwner], states[ofState]];
      if (!row || !owner || !state) throw new TypeError('a tallied lead has numbers that its tally lacks');
      const day = dayOf(receivedAt);
      if (ofDay?.day !== day) ofDay = groupIn(this.#days, day, { day });
      const sums = state.sumsOf(receivedAt, answeredAt);
      for (const group of [row, owner, ofDay]) addTo(group.sums, sums);
      if (state.lostReason !== null) addTo(this.#lostIn(row, state.lostReason).sums, sums);
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
        .map(({ day, sums }) => ({ day, ...leadCountsOf(countedIn(sums)) }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
      lost: [...this.#lost.values()].map(({ vendorId, dealType, lostReason, sums }) => ({
        vendorId,
        dealType,
        lostReason,
        words: this.#wordsOf(lostReason),
        leads: countedIn(sums).received,
      })),
      goal: { within, hasHours },
    };
  }

  /** The counts of a lead in a state. */
  #waysOf({ status, lostReason, waitsSince, promises, followUpAt }: TalliedState) {
    const { goal, now } = this.#ports;
    const isLate = waitsSince !== null && goal.elapsed(new Date(waitsSince), now) > goal.within;
    const isBroken = followUpAt !== null && isMissed({ at: new Date(followUpAt) }, now);
    const counted: Counted = {
      ...none,
      received: 1,
      open: Number(!isFinal(status)),
      won: Number(status === 'Won'),
      lost: Number(status === 'Lost'),
      notCounted: Number(this.#leftOut.has(lostReason)),
      unanswered: Number(waitsSince !== null),
      late: Number(isLate),
      promisesKept: promises.kept,
      promisesMissed: promises.missed + Number(isBroken),
    };
    const [plain, answered, overdue] = [
      sumsOf(counted),
      sumsOf({ ...counted, answered: 1 }),
      sumsOf({ ...counted, overdue: 1 }),
    ];
    return {
      lostReason,
      sumsOf(receivedAt: number, answeredAt: number | null): Sums {
        if (answeredAt !== null && waitsSince === null) return answered;
        return isLate && waitsSince === receivedAt ? overdue : plain; // not if it waits since it was reopened
      },
    };
  }

  #lostIn({ vendorId, dealType }: TalliedRow, lostReason: string): Group {
    const row = { vendorId, dealType };
    return groupIn(this.#lost, `${keyOf(row)}\n${lostReason}`, { ...row, lostReason });
  }

  async #sorted<C>(groups: Groups<C>): Promise<(C & Group<Float64Array>)[]> {
    const { steps } = this.#ports;
    const sorted: (C & Group<Float64Array>)[] = [];
    for (const group of groups.values()) {
      if (steps.isLong) await steps.next();
      sorted.push({ ...group, times: new Float64Array(group.times).sort() });
    }
    return sorted;
  }

  async #countsBy<T extends Group<Float64Array>, G extends object>(
    all: readonly T[],
    groupOf: (group: T) => G,
  ): Promise<(G & Counts)[]> {
    const { steps, goal } = this.#ports;
    const counted: (G & Counts)[] = [];
    for (const { group, members } of groupsOf(all, groupOf)) {
      if (steps.isLong) await steps.next();
      counted.push({ ...group, ...countsOf(members, goal.within) });
    }
    return counted;
  }

  #wordsOf(lostReason: string): string {
    return this.#ports.lostReasons.find(({ code }) => code === lostReason)?.words ?? lostReason;
  }
}

/** A text for vendor and type; neither has a line break. */
const keyOf = ({ vendorId, dealType }: TalliedRow): string => `${vendorId}\n${dealType}`;

function groupIn<C>(groups: Groups<C>, key: string, common: C): C & Group {
  const known = groups.get(key);
  if (known) return known;
  const group = { ...common, sums: sumsOf(none), times: [] };
  groups.set(key, group);
  return group;
}

const leadCountsOf = ({ received, open, won, lost, notCounted }: Counted): LeadCounts => ({
  received,
  open,
  won,
  lost,
  notCounted,
});

function countsOf(groups: readonly Group<Float64Array>[], within: number): Counts {
  const all = sumsOf(none);
  for (const { sums } of groups) addTo(all, sums);
  const { overdue, ...sums } = countedIn(all);
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
