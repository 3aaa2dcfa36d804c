/** Milliseconds between two deals, and turns of each: about 270 a second, and fewer where the process is busy. */
const TICK = 10;
const DEALT = 3;

interface Waiting {
  readonly stop: AbortSignal;
  readonly begin: () => void;
}

/**
 * Deals out turns, a few at a time, so that a request that arrives meanwhile waits behind a few and not behind all that
 * is due. What is taken has its turn before more is taken: no lease ends unused.
 */
export class Turns {
  readonly #tries: Waiting[] = [];
  readonly #takes: Waiting[] = [];
  #left = DEALT;
  #isDealing = false;

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
    while (this.#left > 0) {
      const next = this.#tries.shift() ?? this.#takes.shift();
      if (!next) break;
      if (!next.stop.aborted) this.#left -= 1; // whoever has to stop needs no turn for it
      next.begin();
    }
    if (this.#left === DEALT || this.#isDealing) return;
    this.#isDealing = true;
    setTimeout(() => {
      this.#isDealing = false;
      this.#left = DEALT;
      this.#deal();
    }, TICK);
  }
}
