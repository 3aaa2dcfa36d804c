import { setTimeout as pause } from 'node:timers/promises';
import type { Journal, ServedRequest } from '../../../application/ports/outbound/journal.ts';
import {
  REFUSED_REQUESTS_KEPT,
  type RefusalCount,
  type Refusals,
  type RefusedRequest,
} from '../../../application/ports/outbound/refusals.ts';
import type { Clock } from '../../../application/ports/outbound/runtime.ts';

/** Milliseconds between two additions to the store. */
const INTERVAL = 10_000;

/** Where no timer runs, the additions of a minute. */
const MOST_A_MINUTE = 6;

/** Milliseconds for which a request waits for an addition. */
const PATIENCE = 1_000;

/** While it is added up. */
interface Count extends RefusalCount {
  count: number;
  requests: RefusedRequest[];
}

/** Where and how it is counted. */
interface Counting {
  /** Opened when there is something to add. */
  readonly store: () => Refusals;
  /** The day where the business is. */
  readonly dayOf: (moment: Date) => string;
}

/**
 * Counts in memory what vendors are refused, with the last requests of each, and adds it to a store every ten seconds.
 * While the store does not answer, the counts wait: there are never more of them than vendors, reasons and days. What was
 * added by a call that failed all the same is there twice.
 */
export class RefusalCounter {
  readonly #clock: Clock;
  readonly #counts = new Map<string, Count>();
  #counting: Counting | undefined;
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

  /** Before it, nothing is counted. */
  start(counting: Counting): void {
    this.startWithoutTimer(counting);
    this.#timer = setInterval(() => void this.#add(), INTERVAL).unref();
  }

  /** The same for where no timer runs between requests: `addSome` adds what has been counted. */
  startWithoutTimer(counting: Counting): void {
    this.#counting = counting;
  }

  /** Adds what is left, if the store answers. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#adding; // what was counted meanwhile is not a part of it
    await this.#add();
  }

  /** Adds what has been counted, if the store answers soon; while much is refused, only some times a minute. */
  async addSome(): Promise<void> {
    if (this.#counts.size === 0) return;
    const minute = Math.floor(this.#clock().getTime() / 60_000);
    if (minute !== this.#minute) [this.#minute, this.#additions] = [minute, 0];
    if (this.#additions === MOST_A_MINUTE) return;
    this.#additions += 1;
    const added = Promise.resolve(this.#adding).then(() => this.#add());
    await Promise.race([added, pause(PATIENCE, undefined, { ref: false })]);
  }

  #served({ vendorId, refusal: reason, requestId, status, externalId, problems }: ServedRequest): void {
    if (!this.#counting || vendorId === undefined || reason === undefined) return;
    const at = this.#clock();
    const counted = this.#countOf(this.#counting.dayOf(at), vendorId, reason);
    counted.count += 1;
    counted.requests.push({ at, requestId, status, reason, externalId, problems });
    if (counted.requests.length > REFUSED_REQUESTS_KEPT) counted.requests.shift();
  }

  #countOf(day: string, vendorId: string, reason: string): Count {
    const key = JSON.stringify([day, vendorId, reason]);
    const known = this.#counts.get(key);
    if (known) return known;
    const fresh = { day, vendorId, reason, count: 0, requests: [] };
    this.#counts.set(key, fresh);
    return fresh;
  }

  /** One call at a time: a slow store is not asked again meanwhile. */
  #add(): Promise<void> {
    this.#adding ??= this.#addAll().finally(() => {
      this.#adding = undefined;
    });
    return this.#adding;
  }

  async #addAll(): Promise<void> {
    const counts = [...this.#counts.values()];
    if (!this.#counting || counts.length === 0) return;
    this.#counts.clear();
    try {
      await this.#counting.store().add(counts);
    } catch {
      for (const { day, vendorId, reason, count, requests } of counts) {
        const meanwhile = this.#countOf(day, vendorId, reason);
        meanwhile.count += count;
        meanwhile.requests = [...requests, ...meanwhile.requests].slice(-REFUSED_REQUESTS_KEPT);
      } // no vendor has to know; the log tells of an outage otherwise
    }
  }
}
