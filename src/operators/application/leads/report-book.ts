import { isFinal } from '../../../domain/lead-status.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { LostReason } from '../../domain/work/lost-reason.ts';
import { isMissed } from '../../domain/work/promises.ts';
import type { TalliedKind, TalliedLead } from '../../domain/work/tallied-lead.ts';
import type { AnswerCounts, Counts, LeadCounts, Report } from '../ports/inbound/report-use-cases.ts';
import { groupsOf } from './group-leads.ts';
import { countUpTo, percentile } from './sorted-times.ts';
import type { Steps } from './steps.ts';

/** Counts that can be added up. */
interface Sums extends LeadCounts, Omit<AnswerCounts, 'unknown' | 'median' | 'p90' | 'inTime'> {
  /** Late leads that nobody has ever answered. */
  readonly overdue: number;
}

const noLeads: LeadCounts = { received: 0, open: 0, won: 0, lost: 0, notCounted: 0 };
const none: Sums = {
  ...noLeads,
  ...{ answered: 0, unanswered: 0, late: 0, overdue: 0, promisesKept: 0, promisesMissed: 0 },
};
const names = Object.keys(none) as readonly (keyof Sums)[];
const leadNames = Object.keys(noLeads) as readonly (keyof LeadCounts)[];

/** The counts of leads that have something in common. */
interface Group<Times = number[]> {
  readonly sums: { -readonly [N in keyof Sums]: number };
  /** The milliseconds that each first answer took. */
  readonly times: Times;
}

type Groups<Common> = Map<string, Common & Group>;
type Row = Pick<TalliedKind, 'vendorId' | 'dealType'>;

interface BookPorts {
  readonly goal: AnswerGoal;
  readonly now: Date;
  readonly people: KnownPeople;
  readonly lostReasons: readonly LostReason[];
  readonly steps: Steps;
}

/**
 * The leads of a kind. `each`: counts that are the same for every lead; `sums`: counts that differ. Three leads that are
 * Won, two of them answered, are `each: { won: 1 }` and `sums: { received: 3, answered: 2 }`: 3 × 1 are won.
 */
interface KindGroup extends Group {
  readonly kind: TalliedKind;
  readonly each: Sums;
}

/** Adds up a report, lead by lead. Keeps nothing of a lead but the time of its answer. */
export class ReportBook {
  readonly #ports: BookPorts;
  /** Codes of lost reasons that are left out of the win rate. */
  readonly #leftOut: ReadonlySet<string | undefined>;
  readonly #kinds = new Map<TalliedKind, KindGroup>();
  readonly #days: Groups<{ readonly day: string }> = new Map();

  constructor(ports: BookPorts) {
    this.#ports = ports;
    this.#leftOut = new Set(ports.lostReasons.flatMap(({ code, counts }) => (counts ? [] : [code])));
  }

  /** Adds a lead to those of its kind and of its day. */
  add({ kind, receivedAt, answeredAt }: TalliedLead, day: string): void {
    const group = this.#groupOf(kind);
    const { each, sums, times } = group;
    sums.received += 1;
    if (answeredAt && !kind.waitsSince) sums.answered += 1;
    const isReopened = kind.waitsSince?.getTime() !== receivedAt.getTime();
    if (each.late > 0 && !isReopened) sums.overdue += 1;
    if (answeredAt) times.push(this.#ports.goal.elapsed(receivedAt, answeredAt));
    const ofDay = groupIn(this.#days, day, { day }).sums;
    ofDay.received += 1;
    for (const name of leadNames) ofDay[name] += each[name];
  }

  async report(): Promise<Report> {
    const { within, hasHours } = this.#ports.goal;
    const kinds = await this.#kindsInAll();
    const rows = await this.#sorted(kinds.rows);
    const owners = await this.#sorted(kinds.owners);
    return {
      total: countsOf(rows, within),
      rows: await this.#countsBy(rows, ({ vendorId, dealType }) => ({ vendorId, dealType })),
      vendors: await this.#countsBy(rows, ({ vendorId }) => ({ vendorId })),
      types: await this.#countsBy(rows, ({ dealType }) => ({ dealType })),
      owners: await this.#countsBy(owners, ({ owner }) => ({ owner })),
      days: [...this.#days.values()]
        .map(({ day, sums }) => ({ day, ...leadCountsOf(sums) }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
      lost: [...kinds.lost.values()].map(({ vendorId, dealType, lostReason, sums }) => ({
        ...{ vendorId, dealType, lostReason, words: this.#wordsOf(lostReason), leads: sums.received },
      })),
      goal: { within, hasHours },
    };
  }

  #groupOf(kind: TalliedKind): KindGroup {
    const known = this.#kinds.get(kind);
    if (known) return known;
    const group = { kind, each: this.#eachOf(kind), sums: { ...none }, times: [] };
    this.#kinds.set(kind, group);
    return group;
  }

  /** The counts of each lead of a kind, whenever it was received or answered. */
  #eachOf({ status, lostReason, waitsSince, promises, followUpAt }: TalliedKind): Sums {
    const { goal, now } = this.#ports;
    return {
      ...none,
      open: Number(!isFinal(status)),
      won: Number(status === 'Won'),
      lost: Number(status === 'Lost'),
      notCounted: Number(this.#leftOut.has(lostReason)),
      unanswered: Number(waitsSince !== undefined),
      late: Number(waitsSince !== undefined && goal.elapsed(waitsSince, now) > goal.within),
      promisesKept: promises.kept,
      promisesMissed: promises.missed + Number(followUpAt !== undefined && isMissed({ at: followUpAt }, now)),
    };
  }

  /** Groups the kinds by vendor and type, by owner, and by lost reason. */
  async #kindsInAll() {
    const rows: Groups<Row> = new Map();
    const owners: Groups<Pick<TalliedKind, 'owner'>> = new Map();
    const lost: Groups<Row & { readonly lostReason: string }> = new Map();
    const { people, steps } = this.#ports;
    for (const { kind, each, sums, times } of this.#kinds.values()) {
      if (steps.isLong) await steps.next();
      const { vendorId, dealType, lostReason } = kind;
      const owner = kind.owner && people.idOf(kind.owner);
      const key = `${vendorId}\n${dealType}`; // none of them has a line break
      const groups: Group[] = [
        groupIn(rows, key, { vendorId, dealType }),
        groupIn(owners, owner ?? '', { owner }),
      ];
      if (lostReason !== undefined)
        groups.push(groupIn(lost, `${key}\n${lostReason}`, { vendorId, dealType, lostReason }));
      for (const group of groups) addKind(group, each, { sums, times });
      this.#kinds.delete(kind); // the groups hold the kind's times now
    }
    return { rows, owners, lost };
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

function groupIn<C>(groups: Groups<C>, key: string, common: C): C & Group {
  const known = groups.get(key);
  if (known) return known;
  const group = { ...common, sums: { ...none }, times: [] };
  groups.set(key, group);
  return group;
}

/** Adds the leads of a kind to a group. */
function addKind(group: Group, each: Sums, { sums, times }: Group): void {
  for (const name of names) group.sums[name] += each[name] * sums.received + sums[name];
  for (const time of times) group.times.push(time);
}

function addTo({ sums }: Pick<Group, 'sums'>, more: Sums): void {
  for (const name of names) sums[name] += more[name];
}

const leadCountsOf = ({ received, open, won, lost, notCounted }: Sums): LeadCounts => ({
  ...{ received, open, won, lost, notCounted },
});

function countsOf(groups: readonly Group<Float64Array>[], within: number): Counts {
  const all = { sums: { ...none } };
  for (const { sums } of groups) addTo(all, sums);
  const { overdue, ...sums } = all.sums;
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
