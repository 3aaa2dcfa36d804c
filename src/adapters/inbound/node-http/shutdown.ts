import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { HttpApi } from '../http/http-api.ts';
import type { Connections } from './connections.ts';

/** Milliseconds for a drain, unless the platform gives less. */
export const usualDrainTime = 8_000;
/** The part of the time for a drain, before its end, from which a request that has not arrived completely is refused. */
const REFUSAL_SHARE = 1 / 4;
/** How long idle connections are kept for a last request, which then gets a 503 rather than a reset. */
const IDLE_SHARE = 1 / 4;
/** How long, before all that, the connections that wait are let in. */
const ADMIT_SHARE = 1 / 8;

/** Ends a server without dropping a request. */
export class Shutdown {
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #api: Pick<HttpApi, 'drain'>;
  /** How long all of it may take, in milliseconds. */
  readonly #time: number;
  #accepted = 0;

  constructor(server: Server, connections: Connections, api: Pick<HttpApi, 'drain'>, time: number) {
    this.#server = server;
    this.#connections = connections;
    this.#api = api;
    this.#time = time;
    server.on('connection', () => {
      this.#accepted += 1;
    });
  }

  readonly drain = async (): Promise<void> => {
    // Closing would reset the connections that wait to be accepted, so let them in first. Only then are connections
    // closed after a response: before, their clients would go back into the queue.
    await this.#admit();
    this.#api.drain();
    this.#connections.closeWhenAnswered();
    const over = new AbortController();
    await Promise.race([this.#stopListening(), this.#quiet(over.signal), this.#timeUp(over.signal)]);
    over.abort(); // not before: the timers keep the process alive while it waits
    this.#server.closeAllConnections();
    this.#server.close(); // ends Node's check every second, which would keep the server in memory
  };

  /** Node accepts one connection in each turn of its event loop. */
  async #admit(): Promise<void> {
    const end = performance.now() + this.#time * ADMIT_SHARE;
    for (let before = -1; before < this.#accepted && performance.now() < end; ) {
      before = this.#accepted;
      await turn();
      await turn();
    }
  }

  /** Before the time is up, whoever has not sent a complete request is refused. */
  async #timeUp(signal: AbortSignal): Promise<void> {
    const refusal = this.#time * REFUSAL_SHARE;
    await delay(this.#time - refusal, undefined, { signal });
    // Node's check for requests that take too long, every second, then finds each that is incomplete, and each
    // connection that was never used.
    this.#server.headersTimeout = 1;
    this.#server.requestTimeout = 1;
    await delay(refusal, undefined, { signal });
  }

  /** http.Server's own close() would cut idle connections at once, and lose the requests on their way to them. */
  #stopListening(): Promise<void> {
    return new Promise((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
  }

  /** Resolves once the grace period for idle connections is over and no request is in flight. */
  async #quiet(signal: AbortSignal): Promise<void> {
    await delay(this.#time * IDLE_SHARE, undefined, { signal });
    while (this.#connections.pending > 0) await delay(20, undefined, { signal });
  }
}
