import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, numberedLead, Vendor } from './vendor.ts';

export interface Acknowledged {
  readonly number: number;
  readonly leadId: string;
  /** Milliseconds since the crowd began. */
  readonly at: number;
  /** Milliseconds from the first try to send it. */
  readonly took: number;
}

interface CrowdOptions {
  readonly clients: number;
  /** Milliseconds that a client waits between two leads. */
  readonly pause: number;
  readonly url: () => string;
}

/** Clients that submit one lead after another, each retried with its key until it is acknowledged. */
export class Crowd {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers that no retry can explain, such as a 404 for an acknowledged lead. */
  readonly wrong: string[] = [];
  /** Attempts that got a 5xx or no response. */
  failedTries = 0;
  readonly #options: CrowdOptions;
  readonly #began = performance.now();
  readonly #work: Promise<unknown>;
  #lastNumber = 0;
  #ended = false;

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#work = Promise.all(Array.from({ length: options.clients }, () => this.#one()));
  }

  /** Milliseconds since the crowd began. */
  get now(): number {
    return performance.now() - this.#began;
  }

  /** Resolves when `count` more leads have been acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.acknowledged.length + count;
    for (let waited = 0; this.acknowledged.length < goal; waited += 20) {
      if (waited > 60_000) throw new Error('nothing was acknowledged for a minute');
      await sleep(20);
    }
  }

  /** Resolves when every lead that was begun is acknowledged. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#work;
  }

  async #one(): Promise<void> {
    const vendor = new Vendor(this.#options.url);
    while (!this.#ended) {
      this.#lastNumber += 1;
      const number = this.#lastNumber;
      const began = this.now;
      const leadId = await this.#untilDone(() => vendor.submit(numberedLead(number), keyOf(number)));
      if (leadId) this.acknowledged.push({ number, leadId, at: this.now, took: this.now - began });
      if (leadId && number % 10 === 0) await this.#untilDone(() => vendor.status(leadId));
      await sleep(this.#options.pause);
    }
    vendor.close();
  }

  async #untilDone(send: () => ReturnType<Vendor['submit']>): Promise<string | undefined> {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const answer = await send().catch(() => undefined);
      if (answer?.status === 200) return answer.leadId;
      if (answer && answer.status < 500) {
        this.wrong.push(`${answer.status}`);
        return undefined;
      }
      this.failedTries += 1;
      await sleep(50 + Math.random() * 100);
    }
    this.wrong.push('never acknowledged');
    return undefined;
  }
}

/** The longest time between two acknowledgements, in milliseconds. */
export function longestPause(acknowledged: readonly Acknowledged[]): number {
  const times = acknowledged.map(({ at }) => at);
  return times.reduce((longest, at, n) => Math.max(longest, at - (times[n - 1] ?? at)), 0);
}
