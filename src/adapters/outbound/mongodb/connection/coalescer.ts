import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { deadline } from './time-limit.ts';
import { timeouts } from './timeouts.ts';

export interface CoalescerLimits {
  /** The most batches under way. */
  readonly maxInFlight: number;
  /** The most questions in one batch. */
  readonly batch: number;
  /** The most bytes in one batch; a larger question is sent alone. */
  readonly batchBytes: number;
  /** The most questions that wait for a batch. */
  readonly queue: number;
  readonly queueBytes: number;
  /** Milliseconds from the question to its answer, including the wait for a batch. */
  readonly timeout: number;
}

export const usualLimits: CoalescerLimits = {
  maxInFlight: 2,
  batch: 256,
  batchBytes: 8_000_000,
  queue: 10_000,
  queueBytes: 64_000_000,
  timeout: timeouts.answer,
};

/** Returns the answers in the order of the questions. An Error answers its own question only. */
type Answering<Q, A> = (questions: readonly Q[]) => Promise<readonly (A | Error)[]>;

interface Pending<Q, A> {
  readonly question: Q;
  readonly bytes: number;
  readonly cancelDeadline: () => void;
  /** Whether the caller has stopped waiting. */
  isGivenUp: boolean;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds after which a batch under way no longer delays smaller ones: its command may be lost. */
const PATIENCE = 100;

/**
 * Lets callers who ask at the same time share one round trip. Nobody waits for others to join, unless batches
 * are already under way.
 */
export class Coalescer<Q, A> {
  readonly #answer: Answering<Q, A>;
  readonly #bytesOf: (question: Q) => number;
  readonly #limits: CoalescerLimits;
  readonly #queue: Pending<Q, A>[] = [];
  #queuedBytes = 0;
  #inFlight = 0;
  /** The number of questions in batches that have not been under way for long. */
  #underWay = 0;
  #scheduled = false;

  constructor(
    answer: Answering<Q, A>,
    bytesOf: (question: Q) => number,
    limits: CoalescerLimits = usualLimits,
  ) {
    this.#answer = answer;
    this.#bytesOf = bytesOf;
    this.#limits = limits;
  }

  /** Resolves to the answer. Throws StoreUnavailable if too many questions wait, or the answer takes too long. */
  ask(question: Q): Promise<A> {
    const bytes = this.#bytesOf(question);
    const { queue, queueBytes, timeout } = this.#limits;
    if (this.#queue.length >= queue || this.#queuedBytes + bytes > queueBytes) {
      return Promise.reject(new StoreUnavailable('too many requests are waiting for the store'));
    }
    return new Promise((resolve, reject) => {
      const cancelDeadline = deadline(timeout, () => this.#giveUp(pending));
      const pending: Pending<Q, A> = { question, bytes, cancelDeadline, isGivenUp: false, resolve, reject };
      this.#queue.push(pending);
      this.#queuedBytes += bytes;
      this.#schedule();
    });
  }

  /**
   * Sends when all that has arrived in this turn has been read: sending the first question alone would halve
   * the batches.
   */
  #schedule(): void {
    if (this.#scheduled || !this.#isBatchDue()) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      while (this.#isBatchDue()) void this.#send(this.#takeBatch());
    });
  }

  /**
   * Whether to send a batch. Beside others, it goes only once it is as large as they are: small batches would
   * cost more and gain nothing.
   */
  #isBatchDue(): boolean {
    const waiting = this.#queue.length;
    return waiting > 0 && waiting >= this.#underWay && this.#inFlight < this.#limits.maxInFlight;
  }

  #takeBatch(): Pending<Q, A>[] {
    const { batch, batchBytes } = this.#limits;
    let count = 0;
    let bytes = 0;
    for (const pending of this.#queue) {
      if (count === batch || (count > 0 && bytes + pending.bytes > batchBytes)) break;
      count += 1;
      bytes += pending.bytes;
    }
    this.#queuedBytes -= bytes;
    return this.#queue.splice(0, count);
  }

  async #send(batch: readonly Pending<Q, A>[]): Promise<void> {
    let counted = batch.length;
    const letGo = () => {
      this.#underWay -= counted;
      counted = 0;
      this.#schedule();
    };
    this.#inFlight += 1;
    this.#underWay += counted;
    const patience = setTimeout(letGo, PATIENCE);
    await this.#settle(batch);
    clearTimeout(patience);
    this.#inFlight -= 1;
    letGo();
  }

  async #settle(batch: readonly Pending<Q, A>[]): Promise<void> {
    try {
      const answers = await this.#answer(batch.map((pending) => pending.question));
      batch.forEach((pending, index) => void settle(pending, answers[index]));
    } catch (error) {
      // Refused for good, perhaps because of one question: ask each one alone, so that it harms no other.
      if (batch.length > 1 && !(error instanceof StoreUnavailable)) {
        for (const pending of batch) if (!pending.isGivenUp) await this.#settle([pending]);
      } else {
        for (const pending of batch) reject(pending, error);
      }
    }
  }

  #giveUp(pending: Pending<Q, A>): void {
    pending.isGivenUp = true;
    const place = this.#queue.indexOf(pending);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      this.#queuedBytes -= pending.bytes;
    }
    pending.reject(new StoreUnavailable('the store took too long'));
  }
}

function settle<Q, A>(pending: Pending<Q, A>, answer: A | Error | undefined): void {
  if (answer instanceof Error) {
    reject(pending, answer);
  } else {
    pending.cancelDeadline();
    pending.resolve(answer as A);
  }
}

function reject(pending: Pick<Pending<unknown, unknown>, 'cancelDeadline' | 'reject'>, error: unknown): void {
  pending.cancelDeadline();
  pending.reject(error);
}
