import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The responses of a server that are not yet sent, or whose requests are not yet received, the oldest first. */
export class Responses {
  readonly #pending = new Set<ServerResponse>();
  #closing = false;

  get pending(): number {
    return this.#pending.size;
  }

  add(response: ServerResponse): void {
    const done = () => this.#pending.delete(response);
    this.#pending.add(response);
    response.once('close', () => (response.req.complete ? done() : response.req.once('close', done)));
    if (this.#closing) closeAfter(response);
  }

  pendingOn(connection: Duplex): ServerResponse[] {
    return [...this.#pending].filter((response) => response.req.socket === connection);
  }

  /** From now on, each connection is closed after its latest response. */
  closeConnections(): void {
    this.#closing = true;
    const latest = new Map([...this.#pending].map((response) => [response.req.socket, response]));
    for (const response of latest.values()) closeAfter(response);
  }
}

export function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
