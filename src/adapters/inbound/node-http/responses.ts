import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The responses of a server that are not yet sent, or whose requests are not yet received. */
export class Responses {
  /** The responses by connection, the oldest first. One set of all would be rebuilt all the time, and slow the garbage collector. */
  readonly #pending = new Map<Duplex, ServerResponse[]>();
  #closing = false;

  get pending(): number {
    return [...this.#pending.values()].reduce((sum, responses) => sum + responses.length, 0);
  }

  add(response: ServerResponse): void {
    const { req } = response;
    const responses = this.#pending.get(req.socket) ?? this.#open(req.socket);
    const done = () => responses.splice(responses.indexOf(response), 1);
    responses.push(response);
    response.once('close', () => (req.complete ? done() : req.once('close', done)));
    if (this.#closing) closeAfter(response);
  }

  pendingOn(connection: Duplex): readonly ServerResponse[] {
    return this.#pending.get(connection) ?? [];
  }

  /** From now on, each connection is closed after its latest response. */
  closeConnections(): void {
    this.#closing = true;
    for (const responses of this.#pending.values()) {
      const latest = responses.at(-1);
      if (latest) closeAfter(latest);
    }
  }

  #open(connection: Duplex): ServerResponse[] {
    const responses: ServerResponse[] = [];
    this.#pending.set(connection, responses);
    connection.once('close', () => this.#pending.delete(connection));
    return responses;
  }
}

export function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
