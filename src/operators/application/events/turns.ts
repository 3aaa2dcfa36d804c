/** Milliseconds between two rounds, and turns in each: about 800 a second. */
const TICK = 2;
const DEALT = 2;

/** Milliseconds between turns while callers wait: about 150 a second, and fewer in a busy process. */
const ASIDE = 6;

interface Waiting {
  readonly stop: AbortSignal;
  readonly begin: () => void;
}

/**
 * Lets tries begin a few at a time, and one at a time while a caller waits for an answer, so that no caller
 * waits behind all due events. Events that were taken go before taking more, so that no lease ends unused.
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

  /** Resolves when more events may be taken. */
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
      if (!next.stop.aborted) this.#left -= 1; // who has to stop takes no turn
      next.begin();
    }
    if (this.#left === before || this.#isDealing) return;
    this.#isDealing = true;
    const standBack = this.#areCallersWaiting();
    const dealAgain = (): void => {
      this.#isDealing = false;
      this.#left = standBack ? 1 : DEALT;
      this.#deal();
    };
    setTimeout(dealAgain, standBack ? ASIDE : TICK);
  }
}
