import { setTimeout as pause } from 'node:timers/promises';
import {
  REFUSED_REQUESTS_KEPT,
  type Refusals,
  type VendorsRequest,
} from '#operators/application/ports/outbound/refusals.ts';
import type { Journal, ServedRequest } from '../../../../application/ports/outbound/journal.ts';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';

/** Milliseconds between two writes to the store. */
const INTERVAL = 10_000;

/** The most writes a minute where no timer runs. */
const MOST_A_MINUTE = 6;

/** Milliseconds for which a request waits for a write. */
const PATIENCE = 1_000;

/**
 * Collects each vendor's last refused requests in memory, and writes them to a store every ten seconds. While
 * the store does not answer they wait, up to the number kept for each vendor. Requests whose write failed, but
 * was done all the same, are stored twice.
 */
export class RefusedRequests {
  readonly #clock: Clock;
  /** Requests to be written, by vendor; oldest first. */
  readonly #waiting = new Map<string, VendorsRequest[]>();
  /** Opened when there is something to write. */
  #store: (() => Refusals) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #adding: Promise<void> | undefined;
  #minute = 0;
  #additions = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly journal: Journal = {
    served: (request) => this.#served(request),
    fault() {},
    warn() {},
  };

  /** Begins to collect and to write. Until then, nothing is kept. */
  start(store: () => Refusals): void {
    this.startWithoutTimer(store);
    this.#timer = setInterval(() => void this.#add(), INTERVAL).unref();
  }

  /** Begins to collect where no timer runs between requests: `addSome` writes. */
  startWithoutTimer(store: () => Refusals): void {
    this.#store = store;
  }

  /** Writes the rest, if the store answers. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#adding; // later requests are not part of that write
    await this.#add();
  }

  /** Writes what waits, if the store answers soon; at most some times a minute while much is refused. */
  async addSome(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const minute = Math.floor(this.#clock().getTime() / 60_000);
    if (minute !== this.#minute) [this.#minute, this.#additions] = [minute, 0];
    if (this.#additions === MOST_A_MINUTE) return;
    this.#additions += 1;
    const added = Promise.resolve(this.#adding).then(() => this.#add());
    await Promise.race([added, pause(PATIENCE, undefined, { ref: false })]);
  }

  #served({ vendorId, refusal: reason, requestId, status, externalId, problems }: ServedRequest): void {
    if (!this.#store || vendorId === undefined || reason === undefined) return;
    const request = { at: this.#clock(), requestId, status, reason, externalId, problems };
    this.#keep(vendorId, [...(this.#waiting.get(vendorId) ?? []), { vendorId, ...request }]);
  }

  #keep(vendorId: string, requests: VendorsRequest[]): void {
    this.#waiting.set(vendorId, requests.slice(-REFUSED_REQUESTS_KEPT));
  }

  /** Writes, one call at a time, so that a slow store is not asked again meanwhile. */
  #add(): Promise<void> {
    this.#adding ??= this.#addAll().finally(() => {
      this.#adding = undefined;
    });
    return this.#adding;
  }

  async #addAll(): Promise<void> {
    const waiting = [...this.#waiting];
    if (!this.#store || waiting.length === 0) return;
    this.#waiting.clear();
    try {
      await this.#store().add(waiting.flatMap(([, requests]) => requests));
    } catch {
      for (const [vendorId, requests] of waiting)
        this.#keep(vendorId, [...requests, ...(this.#waiting.get(vendorId) ?? [])]);
    } // an outage is logged elsewhere, and no vendor has to know
  }
}
