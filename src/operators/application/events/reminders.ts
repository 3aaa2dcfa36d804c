import type { Hook } from '../../domain/events/hook.ts';
import { followUpDue, type LeadEvent, leadUnanswered } from '../../domain/events/lead-event.ts';
import { clockOf } from '../../domain/work/answer.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import { announce } from './known-hooks.ts';
import type { Deliveries } from './ports/deliveries.ts';
import type { DueLead, DueLeadQuery, DueLeads } from './ports/due-leads.ts';

/** Milliseconds from one search to the next. */
const EVERY = 15_000;

/**
 * Milliseconds after which a lead that became due is not announced any more, if nothing was delivered or nobody
 * listened meanwhile. Deliveries are kept for longer, so that nobody is told twice.
 */
const TOO_OLD = 7 * 86_400_000;

/**
 * Milliseconds after which the search starts from the beginning: an answer, or the end of a follow-up, may have
 * been undone.
 */
const ANEW = 3_600_000;

/** The most leads of one search. */
const PAGE = 100;

interface ReminderPorts {
  readonly leads: DueLeads;
  readonly deliveries: Pick<Deliveries, 'add'>;
  readonly goal: AnswerGoal;
}

/** One way in which leads become due as time passes. */
interface Kind {
  readonly type: LeadEvent['type'];
  /** The time before which a lead's `timeOf` must be for the lead to be due at `moment`. */
  readonly timeBefore: (moment: Date, goal: AnswerGoal) => Date;
  /** The query for due leads whose time is before `until`. */
  readonly query: (until: Date) => Kinds;
  readonly timeOf: (lead: Omit<DuePlace, 'id'>) => Date;
  /** Makes the event if the lead is due now: the same event in every search. */
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

/** How far one kind of lead has been searched. */
interface Progress {
  /** Leads before this place are done. */
  place: DuePlace;
  /** When the search last started from the beginning. */
  began: number;
  /** When to search next. */
  next: number;
}

/**
 * Announces leads that become due as time passes, each once for all processes: what was announced is known by
 * the delivery, whose id is derived from the lead and the time. Each process searches now and then, from the
 * place where its last search ended.
 */
export class Reminders {
  readonly #ports: ReminderPorts;
  readonly #progress = new Map<Kind, Progress>();

  constructor(ports: ReminderPorts) {
    this.#ports = ports;
  }

  /** Whether a search is due. None is if no hook asks for these events. */
  isDue(hooks: readonly Hook[], now: Date): boolean {
    return this.#due(hooks, now).length > 0;
  }

  /** Announces the next leads. Throws StoreUnavailable: the next search then finds them again. */
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

/** Whether a hook was there when something became due: it is not told of what happened before it was added. */
const wasThereBy =
  (at: Date) =>
  ({ created }: Hook): boolean =>
    created <= at;

/** The place before every lead of this time. */
const placeAt = (time: Date): DuePlace => ({ receivedAt: time, id: '' });
