import { IncomingMessage, Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import { Turns } from './turns.ts';

/** A server on Node’s parser that parses little of a connection at once. */
export class MeteredServer extends Server {
  readonly #turns = new Turns();
  readonly #open = new Set<Connection>();

  constructor(options: ServerOptions) {
    super({ ...options, IncomingMessage: MeteredMessage });
  }

  /** Requests that are not answered, or not received, yet. */
  get pending(): number {
    return [...this.#open].reduce((sum, { unanswered }) => sum + unanswered.length, 0);
  }

  /** From now on, each connection is closed after its latest response. */
  closeWhenAnswered(): void {
    for (const connection of this.#open) connection.closeWhenAnswered();
  }

  override emit(event: string, ...told: unknown[]): boolean {
    return event === 'connection' ? this.#meter(told[0] as Socket) : super.emit(event, ...told);
  }

  #meter(accepted: Socket): boolean {
    const connection = new Connection(accepted, this.#turns);
    this.#open.add(connection);
    connection.once('close', () => this.#open.delete(connection));
    const isHeard = super.emit('connection', connection);
    connection.on('data', nothing).off('data', nothing); // from then on, Node's parser no longer reads by itself
    return isHeard;
  }
}

/** A request that tells its connection of each part of its body. */
class MeteredMessage extends IncomingMessage {
  override push(part: unknown, encoding?: BufferEncoding): boolean {
    (this.socket as Connection).spend(1);
    return super.push(part, encoding);
  }
}

const nothing = (): void => {};
