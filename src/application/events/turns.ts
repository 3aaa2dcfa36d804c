/** Milliseconds between two deals, and turns of each: about 800 a second. */
const TICK = 2;
const DEALT = 2;

/** Milliseconds from one turn to the next while callers wait: about 150 a second, and fewer where the process is busy. */
const ASIDE = 6;

interface Waiting {
  readonly stop: AbortSignal;
  readonly begin: () => void;
}

/**
 * Deals out turns, a few at a time, and one at a time while a caller waits for an answer: so a caller waits behind a few
 * and not behind all that is due. What is taken has its turn before more is taken: no lease ends unused.
 */
export class Turns {
  readonly #areCallersWaiting: () => boolean;
  readonly #tries: Waiting[] = [];
  readonly #takes: Waiting[] = [];
  #left = 1;
  #isDealing = false;

  constructor(areCallersWaiting: () => boolean) {
    this.#areCallersWaiting = areCallersWaiting;
  }

  /** Resolves when a try may begin. */
  try(stop: AbortSignal): Promise<void> {
    return this.#wait(this.#tries, stop);
  }

  /** Resolves when more may be taken. */
  take(stop: AbortSignal): Promise<void> {
    return this.#wait(this.#takes, stop);
  }

  #wait(queue: Waiting[], stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      queue.push({ stop, begin: resolve });
      this.#deal();
    });
  }

  #deal(): void {
    const before = this.#left;
    while (this.#left > 0) {
      const next = this.#tries.shift() ?? this.#takes.shift();
      if (!next) break;
      if (!next.stop.aborted) this.#left -= 1; // whoever has to stop needs no turn for it
      next.begin();
    }
    if (this.#left === before || this.#isDealing) return;
    this.#isDealing = true;
    const standBack = this.#areCallersWaiting();
    const next = (): void => {
      this.#isDealing = false;
      this.#left = standBack ? 1 : DEALT;
      this.#deal();
    };
    setTimeout(next, standBack ? ASIDE : TICK);
  }
}
