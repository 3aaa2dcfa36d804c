/** Milliseconds between rounds: what an event waits for at most, and half of it on average. */
const BUSY = 200;
/** While there are no webhooks, or the store does not answer. */
const IDLE = 2_000;

/** Delivers events for as long as the process serves. */
export class DeliveryLoop {
  readonly #round: () => Promise<boolean>;
  readonly #settled: () => Promise<void>;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /**
   * `round` resolves to whether there are webhooks, and begins no try once it is told to stop; `settled` when nothing is
   * under way.
   */
  constructor(delivery: { round(stop: AbortSignal): Promise<boolean>; settled(): Promise<void> }) {
    this.#round = () => delivery.round(this.#stop.signal);
    this.#settled = () => delivery.settled();
  }

  start(): void {
    void this.#next(0);
  }

  /** Begins nothing new. What is under way goes on until it ends, or the process does: then its lease ends. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#settled();
  }

  async #next(wait: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#timer = setTimeout(resolve, wait);
      this.#timer.unref();
    });
    if (this.#stop.signal.aborted) return;
    const busy = await this.#round().catch(() => false);
    if (!this.#stop.signal.aborted) void this.#next(busy ? BUSY : IDLE);
  }
}
