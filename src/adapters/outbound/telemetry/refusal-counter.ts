import type { Journal, ServedRequest } from '../../../application/ports/outbound/journal.ts';
import type { RefusalCount, Refusals } from '../../../application/ports/outbound/refusals.ts';
import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';

/** Milliseconds between two additions to the store. */
const INTERVAL = 10_000;

/**
 * Counts in memory what vendors are refused, and adds it to a store every ten seconds. While the store does not answer,
 * the counts wait: there are never more of them than vendors, reasons and days. What was added by a call that failed all
 * the same is counted twice.
 */
export class RefusalCounter {
  readonly #clock: Clock;
  readonly #counts = new Map<string, RefusalCount>();
  #store: Refusals | undefined;
  #timeZone: TimeZone | undefined;
  #timer: NodeJS.Timeout | undefined;
  #adding: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly journal: Journal = {
    served: (request) => this.#served(request),
    fault() {},
    warn() {},
  };

  /** Before it, nothing is counted. */
  start(store: Refusals, timeZone: TimeZone): void {
    this.#store = store;
    this.#timeZone = timeZone;
    this.#timer = setInterval(() => void this.#add(store), INTERVAL).unref();
  }

  /** Adds what is left, if the store answers. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#adding;
    if (this.#store) await this.#add(this.#store);
  }

  #served({ vendorId, refusal: reason }: ServedRequest): void {
    if (!this.#timeZone || vendorId === undefined || reason === undefined) return;
    const day = this.#timeZone.dayOf(this.#clock());
    this.#keep({ day, vendorId, reason, count: 1 });
  }

  #keep(more: RefusalCount): void {
    const key = JSON.stringify([more.day, more.vendorId, more.reason]);
    this.#counts.set(key, { ...more, count: more.count + (this.#counts.get(key)?.count ?? 0) });
  }

  /** One call at a time: a slow store is not asked again meanwhile. */
  #add(store: Refusals): Promise<void> {
    this.#adding ??= this.#addTo(store).finally(() => {
      this.#adding = undefined;
    });
    return this.#adding;
  }

  async #addTo(store: Refusals): Promise<void> {
    const counts = [...this.#counts.values()];
    if (counts.length === 0) return;
    this.#counts.clear();
    try {
      await store.add(counts);
    } catch {
      counts.forEach((count) => void this.#keep(count)); // no vendor has to know; the log tells of an outage otherwise
    }
  }
}
