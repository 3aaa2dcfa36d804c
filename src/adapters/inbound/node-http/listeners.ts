import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, createServer, Server as NetServer, type Socket } from 'node:net';

/**
 * Node accepts one connection of each listener in each turn of its event loop: with one, a burst would wait in line.
 */
const LISTENERS = 32;

interface Limits {
  /** Connections open at once, of all listeners. */
  readonly most: number;
  /** Called for each connection that is refused because `most` are open. */
  readonly turnedAway: () => void;
}

/** Several listeners on one port, which hand their connections to one server. */
export class Listeners {
  readonly #server: Server;
  readonly #limits: Limits;
  #others: readonly NetServer[] = [];
  #open = 0;

  constructor(server: Server, limits: Limits) {
    this.#server = server;
    this.#limits = limits;
    server.prependListener('connection', this.#count);
  }

  /**
   * Listens on a port; rejects if it is taken or not permitted. Where sockets cannot share a port, there is one
   * listener.
   */
  async listen(host: string, wanted: number): Promise<AddressInfo> {
    // In a burst, Node's default backlog of 511 overflows, and the system resets the connections that do not fit.
    const backlog = this.#limits.most;
    await requireFree(host, wanted);
    const shares = await listening(this.#server, { host, port: wanted, backlog, reusePort: true }).then(
      () => true,
      () => false,
    );
    if (!shares) await listening(this.#server, { host, port: wanted, backlog });
    const place = this.#server.address() as AddressInfo;
    if (shares) this.#others = await this.#beside({ host: place.address, port: place.port, backlog });
    for (const each of this.#all) each.on('error', () => {}); // failing to accept one (out of memory, for example) must not end the others
    return place;
  }

  /**
   * Stops listening, and resolves when all connections are closed. http.Server's own close() would cut idle
   * connections, and lose the requests on their way.
   */
  async stop(): Promise<void> {
    await Promise.all(
      this.#all.map(
        (each) => new Promise<void>((resolve) => NetServer.prototype.close.call(each, () => resolve())),
      ),
    );
  }

  get #all(): readonly NetServer[] {
    return [this.#server, ...this.#others];
  }

  /** The listeners beside the first: none on Bun, which shares a port with nobody. */
  async #beside(place: object): Promise<readonly NetServer[]> {
    const tried = Array.from({ length: LISTENERS - 1 }, () => this.#another(place));
    return (await Promise.allSettled(tried)).flatMap((each) =>
      each.status === 'fulfilled' ? each.value : [],
    );
  }

  async #another(place: object): Promise<NetServer> {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
      this.#server.emit('connection', connection),
    );
    await listening(other, { ...place, reusePort: true });
    return other;
  }

  readonly #count = (connection: Socket): void => {
    if (this.#open >= this.#limits.most) {
      connection.destroy();
      this.#limits.turnedAway();
      return;
    }
    this.#open += 1;
    connection.once('close', () => {
      this.#open -= 1;
    });
  };
}

/**
 * Rejects if a program listens there: a listener that shares its port would not fail beside another that does. It asks
 * by a connection; to listen for a moment would take connections from a proxy that already sends here. The connection
 * begins at the same address, so that no other machine is asked.
 */
async function requireFree(host: string, port: number): Promise<void> {
  if (!mayListen()) throw Object.assign(new Error('no permission to listen'), { code: 'ERR_ACCESS_DENIED' });
  if (port === 0) return;
  const { address } = await lookup(host);
  const asks = connect({ host: address, port, localAddress: address });
  const isTaken = await once(asks, 'connect').then(
    () => true,
    () => false,
  );
  asks.destroy();
  if (isTaken) throw Object.assign(new Error(`port ${port} is taken`), { code: 'EADDRINUSE', port });
}

/** Whether `node --permission` lets this process listen: Node itself would throw where nobody can catch it. */
const mayListen = (): boolean =>
  !process.allowedNodeEnvironmentFlags.has('--allow-net') || process.permission?.has('net') !== false;

async function listening(server: NetServer, options: object): Promise<void> {
  server.listen(options);
  await once(server, 'listening'); // rejects on an error
}
