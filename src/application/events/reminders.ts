import type { Hook } from '../../domain/events/hook.ts';
import { followUpDue, type LeadEvent, leadUnanswered } from '../../domain/events/lead-event.ts';
import { clockOf } from '../../domain/work/answer.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import { announce } from './known-hooks.ts';
import type { Deliveries } from './ports/deliveries.ts';
import type { DueLead, DueLeadQuery, DueLeads } from './ports/due-leads.ts';

/** Milliseconds from one look to the next. */
const EVERY = 15_000;

/**
 * Milliseconds after which nobody is told any more: while nothing was delivered, or nobody listened. Deliveries are kept for
 * longer, so that what was told is known.
 */
const TOO_OLD = 7 * 86_400_000;

/** Milliseconds after which a look begins there again: an answer, or the end of a follow-up, may have been taken back. */
const ANEW = 3_600_000;

/** Leads that are told of at once. */
const PAGE = 100;

interface ReminderPorts {
  readonly leads: DueLeads;
  readonly deliveries: Pick<Deliveries, 'add'>;
  readonly goal: AnswerGoal;
}

/** One way for a lead to become due, with time alone. */
interface Kind {
  readonly type: LeadEvent['type'];
  /** Whatever became due before `moment` has an earlier time than this. */
  readonly timeBefore: (moment: Date, goal: AnswerGoal) => Date;
  /** Of leads that are due now, if their time is before `until`. */
  readonly query: (until: Date) => Kinds;
  readonly timeOf: (lead: Omit<DuePlace, 'id'>) => Date;
  /** The event, if the lead is due now: the same whenever it is looked at. */
  readonly tell: (lead: DueLead, goal: AnswerGoal, now: Date) => LeadEvent | undefined;
}

type DuePlace = DueLeadQuery['after'];
type Kinds = { readonly due: Date } | { readonly unanswered: true; readonly until: Date };

const unanswered: Kind = {
  type: 'lead.unanswered',
  timeBefore: (moment, goal) => goal.lateBefore(moment),
  query: (until) => ({ unanswered: true, until }),
  timeOf: (lead) => clockOf(lead).since,
  tell(lead, goal, now) {
    const answer = goal.answerOf(lead, now);
    return answer?.isLate && !answer.answeredAt ? leadUnanswered(lead, answer.due) : undefined;
  },
};

const followUp: Kind = {
  type: 'lead.follow_up_due',
  timeBefore: (moment) => moment,
  query: (until) => ({ due: until }),
  timeOf: ({ receivedAt, followUp }) => followUp?.at ?? receivedAt,
  tell: (lead, _goal, now) =>
    lead.followUp && lead.followUp.at < now ? followUpDue(lead, lead.followUp) : undefined,
};

/** How far the leads of one kind were looked at. */
interface Progress {
  /** Those before were. */
  place: DuePlace;
  /** When they were from the beginning. */
  began: number;
  /** When to look next. */
  next: number;
}

/**
 * Announces the leads that became due with time alone, each once for all processes: the delivery, whose id is made of the
 * lead and its time, is the memory of it. Each process looks from time to time, and only at those that became due since its
 * last look.
 */
export class Reminders {
  readonly #ports: ReminderPorts;
  readonly #progress = new Map<Kind, Progress>();

  constructor(ports: ReminderPorts) {
    this.#ports = ports;
  }

  /** Whether a look is due. Nobody looks if no hook wants to be told. */
  isDue(hooks: readonly Hook[], now: Date): boolean {
    return this.#due(hooks, now).length > 0;
  }

  /** Looks at the next leads. Throws StoreUnavailable: then they are looked at again. */
  async look(hooks: readonly Hook[], now: Date): Promise<void> {
    for (const kind of this.#due(hooks, now)) await this.#lookAt(kind, hooks, now);
  }

  #due(hooks: readonly Hook[], now: Date): Kind[] {
    return [unanswered, followUp].filter((kind) => {
      const isWanted = hooks.some(({ events }) => events.includes(kind.type));
      if (!isWanted) this.#progress.delete(kind);
      return isWanted && now.getTime() >= (this.#progress.get(kind)?.next ?? 0);
    });
  }

  async #lookAt(kind: Kind, hooks: readonly Hook[], now: Date): Promise<void> {
    const { leads, deliveries, goal } = this.#ports;
    const progress = this.#progressOf(kind, hooks, now);
    progress.next = now.getTime() + EVERY;
    const until = kind.timeBefore(now, goal);
    const found = await leads.deals({ ...kind.query(until), after: progress.place, limit: PAGE });
    const due = found.filter((lead) => kind.timeOf(lead) < until);
    const events = due.flatMap((lead) => kind.tell(lead, goal, now) ?? []);
    const announced = events.flatMap((event) => announce(event, hooks.filter(wasThereBy(event.at))));
    if (announced.length > 0) await deliveries.add(announced);
    const last = due.at(-1);
    const isMore = last !== undefined && due.length === PAGE;
    progress.place = isMore ? last : placeAt(until);
    if (isMore) progress.next = now.getTime();
  }

  #progressOf(kind: Kind, hooks: readonly Hook[], now: Date): Progress {
    const known = this.#progress.get(kind);
    if (known && now.getTime() - known.began < ANEW) return known;
    const wanted = hooks.filter(({ events }) => events.includes(kind.type));
    const created = Math.min(...wanted.map((hook) => hook.created.getTime()));
    const since = new Date(Math.max(created, now.getTime() - TOO_OLD));
    const place = placeAt(kind.timeBefore(since, this.#ports.goal));
    const progress = { place, began: now.getTime(), next: 0 };
    this.#progress.set(kind, progress);
    return progress;
  }
}

/** A hook is told of what became due since it was added. */
const wasThereBy =
  (at: Date) =>
  ({ created }: Hook): boolean =>
    created <= at;

/** Before every lead of that time. */
const placeAt = (time: Date): DuePlace => ({ receivedAt: time, id: '' });
