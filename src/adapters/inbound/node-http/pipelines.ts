import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The unanswered requests of each connection, by their responses, in the order in which those will be sent. */
export class Pipelines {
  readonly #pipelines = new Map<Socket, Set<ServerResponse>>();
  #size = 0;

  /** Unanswered requests of all connections. */
  get size(): number {
    return this.#size;
  }

  /** Returns how many requests of its connection are now unanswered. */
  add(response: ServerResponse): number {
    const { socket } = response.req;
    const pipeline = this.#pipelines.get(socket) ?? this.#begin(socket);
    pipeline.add(response);
    this.#size += 1;
    response.on('close', () => {
      if (pipeline.delete(response)) this.#size -= 1;
    });
    return pipeline.size;
  }

  /** The connection is closed after the last of its responses, unless that one was already written. */
  end(socket: Socket): void {
    const responses = [...(this.#pipelines.get(socket) ?? [])];
    const last = responses.pop();
    // Node closes a connection after the first response that says so, and drops those behind it.
    for (const response of responses) if (!response.headersSent) response.removeHeader('connection');
    if (last && !last.headersSent) last.setHeader('connection', 'close');
  }

  endAll(): void {
    for (const socket of this.#pipelines.keys()) this.end(socket);
  }

  #begin(socket: Socket): Set<ServerResponse> {
    const pipeline = new Set<ServerResponse>();
    this.#pipelines.set(socket, pipeline);
    socket.once('close', () => {
      this.#pipelines.delete(socket);
      this.#size -= pipeline.size; // after CONNECT, Node closes no response of a client that has left
      pipeline.clear();
    });
    return pipeline;
  }
}
