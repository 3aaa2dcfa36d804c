/** Milliseconds from the beginning of a round to the next, by the round's result. */
const waits = {
  due: 200,
  /** The longest delay of an event of another process. */
  idle: 300,
  'no-hooks': 2_000,
  /** The store did not answer. */
  failed: 2_000,
} as const;

/** Milliseconds from an event of this process to its round: others of that time go with it. */
const TOGETHER = 100;

interface Delivery {
  /** Begins to deliver all due events. Begins no try once `stop` is aborted. */
  round(stop: AbortSignal): Promise<Exclude<keyof typeof waits, 'failed'>>;
  /** Resolves when no delivery is under way. */
  settled(): Promise<void>;
}

/** Delivers events for as long as the process serves. */
export class DeliveryLoop {
  readonly #delivery: Delivery;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #began = Number.NEGATIVE_INFINITY;
  #isInRound = false;
  #isWoken = false;

  constructor(delivery: Delivery) {
    this.#delivery = delivery;
  }

  start(): void {
    void this.#round();
  }

  /** Brings the next round forward, because there is a new event; others of the next moment go with it. */
  readonly wake = (): void => {
    if (this.#isWoken) return;
    this.#isWoken = true;
    if (!this.#isInRound) this.#next(Math.max(waits.due, performance.now() + TOGETHER - this.#began));
  };

  /** Ends the loop. Tries under way go on until they end, or until the process does: then their lease ends. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#delivery.settled();
  }

  #next(wait: number): void {
    clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    const left = this.#began + wait - performance.now();
    this.#timer = setTimeout(() => void this.#round(), Math.max(0, left)).unref();
  }

  async #round(): Promise<void> {
    this.#began = performance.now();
    this.#isInRound = true;
    this.#isWoken = false;
    const found = await this.#delivery.round(this.#stop.signal).catch(() => 'failed' as const);
    this.#isInRound = false;
    this.#next(waits[this.#isWoken ? 'due' : found]);
  }
}
