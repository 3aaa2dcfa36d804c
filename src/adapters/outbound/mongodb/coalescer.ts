import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { timeouts } from './timeouts.ts';

export interface CoalescerLimits {
  /** Batches in flight at once. */
  readonly flights: number;
  /** Questions in one batch. */
  readonly batch: number;
  /** Bytes in one batch; a larger question is sent alone. */
  readonly batchBytes: number;
  /** Questions waiting for a batch. */
  readonly queue: number;
  readonly queueBytes: number;
  /** Milliseconds from the question to its answer, including the wait for a batch. */
  readonly patience: number;
}

export const usualLimits: CoalescerLimits = {
  flights: 2,
  batch: 256,
  batchBytes: 8_000_000,
  queue: 10_000,
  queueBytes: 64_000_000,
  patience: timeouts.answer,
};

/** Returns the answers in the order of the questions. An Error is the answer to its own question only. */
export type Answering<Q, A> = (questions: readonly Q[]) => Promise<readonly (A | Error)[]>;

interface Caller<Q, A> {
  readonly question: Q;
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Callers who ask at the same time share one round trip. A single caller does not wait for others. */
export class Coalescer<Q, A> {
  readonly #answer: Answering<Q, A>;
  readonly #bytesOf: (question: Q) => number;
  readonly #limits: CoalescerLimits;
  readonly #queue: Caller<Q, A>[] = [];
  #queuedBytes = 0;
  #underWay = 0;
  #departing = false;

  constructor(
    answer: Answering<Q, A>,
    bytesOf: (question: Q) => number,
    limits: CoalescerLimits = usualLimits,
  ) {
    this.#answer = answer;
    this.#bytesOf = bytesOf;
    this.#limits = limits;
  }

  /** Throws StoreUnavailable if too many are waiting already, or the answer takes too long. */
  ask(question: Q): Promise<A> {
    const bytes = this.#bytesOf(question);
    const { queue, queueBytes, patience } = this.#limits;
    if (this.#queue.length >= queue || this.#queuedBytes + bytes > queueBytes) {
      return Promise.reject(new StoreUnavailable('too many requests are waiting for the store'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(caller), patience);
      const caller: Caller<Q, A> = { question, bytes, timer, resolve, reject };
      this.#queue.push(caller);
      this.#queuedBytes += bytes;
      this.#departSoon();
    });
  }

  /** Waits until everything that arrived together has been read. */
  #departSoon(): void {
    if (this.#departing || this.#underWay >= this.#limits.flights) return;
    this.#departing = true;
    setImmediate(() => {
      this.#departing = false;
      while (this.#queue.length > 0 && this.#underWay < this.#limits.flights) void this.#fly(this.#board());
    });
  }

  #board(): Caller<Q, A>[] {
    const { batch, batchBytes } = this.#limits;
    let count = 0;
    let bytes = 0;
    for (const caller of this.#queue) {
      if (count === batch || (count > 0 && bytes + caller.bytes > batchBytes)) break;
      count += 1;
      bytes += caller.bytes;
    }
    this.#queuedBytes -= bytes;
    return this.#queue.splice(0, count);
  }

  async #fly(callers: readonly Caller<Q, A>[]): Promise<void> {
    this.#underWay += 1;
    await this.#settle(callers);
    this.#underWay -= 1;
    if (this.#queue.length > 0) this.#departSoon();
  }

  async #settle(callers: readonly Caller<Q, A>[]): Promise<void> {
    try {
      const answers = await this.#answer(callers.map((caller) => caller.question));
      callers.forEach((caller, index) => void settle(caller, answers[index]));
    } catch (error) {
      // Refused permanently, perhaps because of one question: ask each one alone, so that it harms no other.
      if (callers.length > 1 && !(error instanceof StoreUnavailable)) {
        for (const caller of callers) await this.#settle([caller]);
      } else {
        for (const caller of callers) settle(caller, error);
      }
    }
  }

  #giveUp(caller: Caller<Q, A>): void {
    const place = this.#queue.indexOf(caller);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      this.#queuedBytes -= caller.bytes;
    }
    caller.reject(new StoreUnavailable('the store took too long'));
  }
}

function settle<Q, A>(caller: Caller<Q, A>, answer: A | unknown): void {
  clearTimeout(caller.timer);
  if (answer instanceof Error) caller.reject(answer);
  else caller.resolve(answer as A);
}
