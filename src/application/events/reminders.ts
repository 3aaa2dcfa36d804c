import type { Hook } from '../../domain/events/hook.ts';
import { followUpDue, type LeadEvent, leadUnanswered } from '../../domain/events/lead-event.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import type { Deal, DealChange } from '../../domain/work/deal.ts';
import { tellFollowUp, tellUnanswered } from '../../domain/work/follow-up.ts';
import { placeTime } from '../operators/leads/place-time.ts';
import type { BackOffice, DealPlace, DealQuery } from '../operators/ports/outbound/back-office.ts';
import { announce } from './known-hooks.ts';
import type { Announcement } from './ports/deliveries.ts';

/** Milliseconds from one look to the next. */
const EVERY = 15_000;

/** Milliseconds after which nobody is told any more: while nothing was delivered, or nobody listened. */
const TOO_OLD = 7 * 86_400_000;

/** Milliseconds after which a look begins there again: an answer, or the end of a follow-up, may have been taken back. */
const ANEW = 3_600_000;

/** Leads that are told of at once. */
const PAGE = 100;

export interface ReminderPorts {
  readonly backOffice: Pick<BackOffice, 'deals' | 'changeDeals'>;
  readonly goal: AnswerGoal;
}

/** One way for a lead to become due, with time alone. */
interface Kind {
  readonly type: LeadEvent['type'];
  /** Whatever became due before `moment` has an earlier time than this. */
  readonly timeBefore: (moment: Date, goal: AnswerGoal) => Date;
  /** Of leads that are due now, if their time is before `until`. */
  readonly query: (until: Date) => Omit<DealQuery, 'after' | 'limit'>;
  /** The event, if the lead is due now and was not told of, and what is kept of that. */
  readonly tell: (deal: Deal, goal: AnswerGoal, now: Date) => readonly [LeadEvent, DealChange] | undefined;
}

const unanswered: Kind = {
  type: 'lead.unanswered',
  timeBefore: (moment, goal) => goal.lateBefore(moment),
  query: (until) => ({ unanswered: true, until }),
  tell(deal, goal, now) {
    const answer = goal.answerOf(deal, now);
    const told = answer?.isLate && !answer.answeredAt && tellUnanswered(deal);
    return answer && told ? [leadUnanswered(deal, answer.due), told] : undefined;
  },
};

const followUp: Kind = {
  type: 'lead.follow_up_due',
  timeBefore: (moment) => moment,
  query: (until) => ({ due: until }),
  tell(deal, _goal, now) {
    const { followUpAt } = deal;
    const told = followUpAt && followUpAt < now && tellFollowUp(deal);
    return told ? [followUpDue(deal, followUpAt), told] : undefined;
  },
};

/** How far the leads of one kind were looked at. */
interface Progress {
  /** Those before were. */
  place: DealPlace;
  /** When they were from the beginning. */
  began: number;
  /** When to look next. */
  next: number;
}

/**
 * Announces the leads that became due with time alone, each once for all processes: what is told of a lead is kept with it,
 * in the same write. Each process looks from time to time, and only at those that became due since its last look.
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
    const { backOffice, goal } = this.#ports;
    const progress = this.#progressOf(kind, hooks, now);
    progress.next = now.getTime() + EVERY;
    const until = kind.timeBefore(now, goal);
    const query = kind.query(until);
    const found = await backOffice.deals({ ...query, after: progress.place, limit: PAGE });
    const due = found.filter((deal) => placeTime(deal, query) < until);
    if (due.length > 0) await this.#tell(kind, hooks, { ids: due.map(({ id }) => id), now });
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

  /** A hook is told of what became due since it was added. */
  async #tell(
    { tell }: Kind,
    hooks: readonly Hook[],
    { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
  ): Promise<void> {
    const announced = (deal: Deal): readonly [readonly Announcement[], DealChange] | undefined => {
      const [event, told] = tell(deal, this.#ports.goal, now) ?? [];
      if (!event || !told) return undefined;
      const announcements = announce(
        event,
        hooks.filter(({ created }) => created <= event.at),
      );
      return announcements.length > 0 ? [announcements, told] : undefined;
    };
    await this.#ports.backOffice.changeDeals(
      ids,
      (deal) => announced(deal)?.[1],
      (deal) => announced(deal)?.[0] ?? [],
    );
  }
}

/** Before every lead of that time. */
const placeAt = (time: Date): DealPlace => ({ receivedAt: time, id: '' });
