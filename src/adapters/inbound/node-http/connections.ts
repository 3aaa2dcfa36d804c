import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most unanswered requests of a connection. Proxies send no second request before the first is answered. */
const MOST_UNANSWERED = 32;
/** Milliseconds for which nothing is read from a client that asks for too much, before its connection is closed. */
const HELD = 2_000;

/** Knows the unanswered requests of each connection. */
export class Connections {
  /** Responses that are not sent yet, or whose requests have not arrived completely; oldest first. */
  readonly #unanswered = new Map<Socket, ServerResponse[]>();
  /** Connections that had a request in this turn of the event loop. */
  readonly #heard = new Set<Socket>();
  #isClosing = false;

  get pending(): number {
    return [...this.#unanswered.values()].reduce((sum, { length }) => sum + length, 0);
  }

  unanswered(connection: Socket): readonly ServerResponse[] {
    return this.#unanswered.get(connection) ?? [];
  }

  /**
   * Handles a request. If it is one too many of its connection, `refuse` is called in place of `handle`, two
   * seconds later; nothing more is read from the connection, and it is closed after that answer.
   */
  take(response: ServerResponse, handle: () => void, refuse: () => void): void {
    const connection = response.req.socket;
    const unanswered = this.#unanswered.get(connection) ?? [];
    if (unanswered.length > MOST_UNANSWERED) return; // arrived in the same read
    unanswered.push(response);
    this.#unanswered.set(connection, unanswered);
    response.on('close', () => this.#remove(connection, unanswered));
    if (unanswered.length > MOST_UNANSWERED) {
      closeAfter(response);
      endLater(connection, () => connection.writable && refuse());
    } else {
      if (this.#heard.has(connection)) readInNextTurn(connection);
      else this.#hear(connection);
      if (this.#isClosing) closeAfter(response);
      handle();
    }
  }

  /** Closes each connection after its latest response, from now on. */
  closeWhenAnswered(): void {
    this.#isClosing = true;
    for (const unanswered of this.#unanswered.values()) {
      const latest = unanswered.at(-1);
      if (latest) closeAfter(latest);
    }
  }

  /** Keeps connections open after their responses again. */
  keep(): void {
    this.#isClosing = false;
  }

  #hear(connection: Socket): void {
    if (this.#heard.size === 0) setImmediate(() => this.#heard.clear());
    this.#heard.add(connection);
  }

  #remove(connection: Socket, unanswered: ServerResponse[]): void {
    unanswered.shift();
    if (unanswered.length === 0) this.#unanswered.delete(connection);
  }
}

export function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** For each connection, how many callers want it not to be read. */
const holds = new WeakMap<Socket, number>();

/** Stops reading a connection, even if a body is awaited, until the returned function is called. */
export function stopReading(connection: Socket): () => void {
  const before = holds.get(connection) ?? 0;
  holds.set(connection, before + 1);
  if (before === 0) connection.on('resume', pauseAgain).pause();
  return () => {
    const left = (holds.get(connection) ?? 0) - 1;
    holds.set(connection, left);
    if (left === 0) connection.off('resume', pauseAgain).resume();
  };
}

function pauseAgain(this: Socket): void {
  this.pause();
}

const ending = new WeakSet<Socket>();

/**
 * Reads nothing more from a client that asks for too much, and closes its connection later: closing at once
 * might take the answer away by a reset (RFC 9112, 9.6), and the client would be back.
 */
export function endLater(connection: Socket, end: () => unknown = () => connection.destroy()): void {
  if (ending.has(connection)) return;
  ending.add(connection);
  stopReading(connection);
  setTimeout(end, HELD).unref();
}

/** Lets other connections have their turn: Node would read up to 2 MiB from one at once. */
export function readInNextTurn(connection: Socket): void {
  if (!holds.get(connection)) setImmediate(stopReading(connection));
}
