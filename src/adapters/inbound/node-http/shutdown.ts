import type { Server } from 'node:http';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { HttpApi } from '../http/http-api.ts';
import type { Connections } from './connections.ts';
import type { Listeners } from './listeners.ts';

/** The milliseconds of a drain, unless the platform gives less. */
export const usualDrainTime = 8_000;
/** The last part of a drain, in which requests that have not arrived completely are refused. */
const REFUSAL_SHARE = 1 / 4;
/**
 * The part of a drain for which idle connections are kept for a last request, which then gets a 503 instead of
 * a reset.
 */
const IDLE_SHARE = 1 / 4;
/** The part of a drain, before all others, in which waiting connections are let in. */
const ADMIT_SHARE = 1 / 8;
/** Milliseconds: two turns of an event loop that has nothing to do take a tenth. */
const QUIET = 0.5;
/**
 * Milliseconds for which a server that has left keeps connections open after a response again: a proxy then reuses
 * them, and has none that waits when the server stops listening.
 */
const KEPT = 300;
/** The part of a drain in which a server that has left still answers what comes on those connections. */
const KEPT_SHARE = 1 / 8;

interface Served {
  readonly server: Server;
  readonly listeners: Listeners;
  readonly connections: Connections;
  readonly api: Pick<HttpApi, 'drain'> & Partial<Pick<HttpApi, 'leave'>>;
}

/** Ends a server without dropping a request. */
export class Shutdown {
  readonly #served: Served;
  /** The milliseconds that the whole drain may take. */
  readonly #time: number;
  #accepted = 0;
  #hasLeft = false;

  constructor(served: Served, time: number) {
    this.#served = served;
    this.#time = time;
    served.server.on('connection', () => {
      this.#accepted += 1;
    });
  }

  readonly leave = (): void => {
    this.#hasLeft = true;
    this.#served.api.leave?.();
    this.#served.connections.closeWhenAnswered();
  };

  readonly drain = async (): Promise<void> => {
    const { server, listeners, connections, api } = this.#served;
    if (this.#hasLeft) {
      connections.keep();
      await delay(KEPT);
    }
    // Closing would reset the connections that wait to be accepted, so let them in first. Only then are connections
    // closed after a response: before, their clients would go back into the queue.
    await this.#admit();
    const over = new AbortController();
    const ended = Promise.race([listeners.stop(), this.#quiet(over.signal), this.#timeUp(over.signal)]);
    connections.closeWhenAnswered();
    if (this.#hasLeft) await Promise.race([ended, delay(this.#time * KEPT_SHARE)]);
    api.drain();
    await ended;
    over.abort(); // not before: the timers keep the process alive while it waits
    server.closeAllConnections();
    server.close(); // ends Node's check every second, which would keep the server in memory
  };

  /**
   * Accepts the connections that still wait: Node takes one of each listener in each turn of its event loop. Ends
   * after turns that took none, and so little time that hardly one can have come since.
   */
  async #admit(): Promise<void> {
    const end = performance.now() + this.#time * ADMIT_SHARE;
    for (let now = performance.now(), isQuiet = false; !isQuiet && now < end; ) {
      const [before, began] = [this.#accepted, now];
      await turn();
      await turn();
      now = performance.now();
      isQuiet = this.#accepted === before && now - began < QUIET;
    }
  }

  /** Refuses incomplete requests before the time is up. */
  async #timeUp(signal: AbortSignal): Promise<void> {
    const refusal = this.#time * REFUSAL_SHARE;
    await delay(this.#time - refusal, undefined, { signal });
    // Node's check for slow requests, every second, then finds each incomplete request and each connection that
    // was never used.
    this.#served.server.headersTimeout = 1;
    this.#served.server.requestTimeout = 1;
    await delay(refusal, undefined, { signal });
  }

  /** Resolves once the time for idle connections is over and no request is under way. */
  async #quiet(signal: AbortSignal): Promise<void> {
    await delay(this.#time * IDLE_SHARE, undefined, { signal });
    while (this.#served.connections.pending > 0) await delay(20, undefined, { signal });
  }
}
