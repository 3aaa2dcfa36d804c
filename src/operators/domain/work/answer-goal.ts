import { type Awaited, clockOf, isUnanswered } from './answer.ts';
import type { DeskHours } from './desk-hours.ts';

/** A customer's wait for the first answer since the lead was received, or last reopened. */
export interface Answer {
  readonly since: Date;
  /** When the customer was answered; `undefined` while they wait. */
  readonly answeredAt: Date | undefined;
  /** Milliseconds that count towards the goal, until the answer or until now. */
  readonly elapsed: number;
  /** Milliseconds by the clock, whether they count or not. */
  readonly byClock: number;
  /** The moment after which an answer is late. */
  readonly due: Date;
  readonly isLate: boolean;
}

/** How soon customers are to be answered. Lateness is decided here alone and never stored. */
export class AnswerGoal {
  /** The most milliseconds that a customer is to wait. */
  readonly within: number;
  readonly #hours: DeskHours | undefined;

  /** Without the desk's hours, all time counts. */
  constructor(within: number, hours?: DeskHours) {
    this.within = within;
    this.#hours = hours;
  }

  /** Whether only the desk's hours count. */
  get hasHours(): boolean {
    return this.#hours !== undefined;
  }

  /** The moment itself if somebody is there, else when somebody next is. */
  openFrom(moment: Date): Date {
    return this.#hours?.openFrom(moment) ?? moment;
  }

  /** The milliseconds between two moments that count. */
  elapsed(since: Date, until: Date): number {
    return this.#hours ? this.#hours.elapsed(since, until) : Math.max(0, until.getTime() - since.getTime());
  }

  /** The customer's wait; `undefined` if nobody waits and no time of an answer is known. */
  answerOf(deal: Awaited, now: Date): Answer | undefined {
    const { since, answeredAt } = clockOf(deal);
    if (!answeredAt && !isUnanswered(deal)) return undefined;
    const until = answeredAt ?? now;
    const elapsed = this.elapsed(since, until);
    const byClock = Math.max(0, until.getTime() - since.getTime());
    return { since, answeredAt, elapsed, byClock, due: this.#due(since), isLate: elapsed > this.within };
  }

  /**
   * The moment that divides waits that still go on: those that began before it are late now, all others are
   * not. It is searched for: in ever longer steps back to a late moment, then by halves.
   */
  lateBefore(now: Date): Date {
    const isLateSince = (moment: number) => this.elapsed(new Date(moment), now) > this.within;
    let notLate = now.getTime();
    let late = notLate - this.within - 1;
    for (let step = this.within; !isLateSince(late); step *= 2) late -= step + 1;
    while (notLate - late > 1) {
      const middle = Math.floor((late + notLate) / 2);
      if (isLateSince(middle)) late = middle;
      else notLate = middle;
    }
    return new Date(notLate);
  }

  #due(since: Date): Date {
    return this.#hours ? this.#hours.after(since, this.within) : new Date(since.getTime() + this.within);
  }
}
