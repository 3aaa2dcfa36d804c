import { type Awaited, clockOf, isUnanswered } from './answer.ts';
import type { DeskHours } from './desk-hours.ts';

/** How long a customer waits, or waited, for the first answer: since the lead was received, or last reopened. */
export interface Answer {
  readonly since: Date;
  /** `undefined` while they wait. */
  readonly answeredAt: Date | undefined;
  /** Milliseconds that count, until the answer or until now. */
  readonly elapsed: number;
  /** Milliseconds in all. */
  readonly byClock: number;
  /** Later than this is late. */
  readonly due: Date;
  readonly isLate: boolean;
}

/** How soon customers are to be answered. The one place that says what is late: nothing of it is stored. */
export class AnswerGoal {
  /** Milliseconds in which they are to be answered. */
  readonly within: number;
  readonly #hours: DeskHours | undefined;

  /** Without hours of the desk, all time counts. */
  constructor(within: number, hours?: DeskHours) {
    this.within = within;
    this.#hours = hours;
  }

  /** Whether only hours of the desk count. */
  get hasHours(): boolean {
    return this.#hours !== undefined;
  }

  /** How many milliseconds between two moments count. */
  elapsed(since: Date, until: Date): number {
    return this.#hours ? this.#hours.elapsed(since, until) : Math.max(0, until.getTime() - since.getTime());
  }

  /** `undefined` if nobody waits, and nobody knows when they were answered. */
  answerOf(deal: Awaited, now: Date): Answer | undefined {
    const { since, answeredAt } = clockOf(deal);
    if (!answeredAt && !isUnanswered(deal)) return undefined;
    const until = answeredAt ?? now;
    const elapsed = this.elapsed(since, until);
    const byClock = Math.max(0, until.getTime() - since.getTime());
    return { since, answeredAt, elapsed, byClock, due: this.#due(since), isLate: elapsed > this.within };
  }

  /** A clock that began before this time is late now, if it still runs, and no other. */
  lateBefore(now: Date): Date {
    const isLate = (since: number) => this.elapsed(new Date(since), now) > this.within;
    let notLate = now.getTime();
    let late = notLate - this.within - 1;
    for (let step = this.within; !isLate(late); step *= 2) late -= step + 1;
    while (notLate - late > 1) {
      const middle = Math.floor((late + notLate) / 2);
      if (isLate(middle)) late = middle;
      else notLate = middle;
    }
    return new Date(notLate);
  }

  #due(since: Date): Date {
    return this.#hours ? this.#hours.after(since, this.within) : new Date(since.getTime() + this.within);
  }
}
