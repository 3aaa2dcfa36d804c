import { type Awaited, clockOf, isUnanswered } from './answer.ts';
import type { DeskHours } from './desk-hours.ts';

/** How long a customer waits, or waited, for the first answer: since the lead was received, or last reopened. */
export interface Answer {
  readonly since: Date;
  /** `undefined` while they wait. */
  readonly answeredAt: Date | undefined;
  /** Milliseconds that count, until the answer or until now. */
  readonly elapsed: number;
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
    const elapsed = this.elapsed(since, answeredAt ?? now);
    return { since, answeredAt, elapsed, due: this.#due(since), isLate: elapsed > this.within };
  }

  #due(since: Date): Date {
    return this.#hours ? this.#hours.after(since, this.within) : new Date(since.getTime() + this.within);
  }
}
