import { setTimeout as pause } from 'node:timers/promises';
import type { Journal, ServedRequest } from '../../../../application/ports/outbound/journal.ts';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import {
  REFUSED_REQUESTS_KEPT,
  type Refusals,
  type VendorsRequest,
} from '../../../application/ports/outbound/refusals.ts';

/** Milliseconds between two additions to the store. */
const INTERVAL = 10_000;

/** Where no timer runs, the additions of a minute. */
const MOST_A_MINUTE = 6;

/** Milliseconds for which a request waits for an addition. */
const PATIENCE = 1_000;

/**
 * Keeps in memory the last requests of each vendor that were refused, and adds them to a store every ten seconds. While the
 * store does not answer, they wait: never more than are kept of each vendor. What was added by a call that failed all the
 * same is there twice.
 */
export class RefusedRequests {
  readonly #clock: Clock;
  /** By vendor; the oldest first. */
  readonly #waiting = new Map<string, VendorsRequest[]>();
  /** Opened when there is something to add. */
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

  /** Before it, nothing is kept. */
  start(store: () => Refusals): void {
    this.startWithoutTimer(store);
    this.#timer = setInterval(() => void this.#add(), INTERVAL).unref();
  }

  /** The same for where no timer runs between requests: `addSome` adds what waits. */
  startWithoutTimer(store: () => Refusals): void {
    this.#store = store;
  }

  /** Adds what is left, if the store answers. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#adding; // what came meanwhile is not a part of it
    await this.#add();
  }

  /** Adds what waits, if the store answers soon; while much is refused, only some times a minute. */
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

  /** One call at a time: a slow store is not asked again meanwhile. */
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
    } // no vendor has to know; the log tells of an outage otherwise
  }
}
