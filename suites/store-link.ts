import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP connection to a store, for tests of what an adapter does when it fails. */
export interface StoreLink {
  /** The port of 127.0.0.1 at which the adapter reaches the store. */
  readonly port: number;
  /** Lets nothing through any more while connections stay open and are accepted, as if the store hung. */
  fallSilent(): void;
  /** Resets every connection, and each new one, as if the store had crashed. */
  cutOff(): void;
  /** Lets new connections through again. Earlier ones are reset. */
  mend(): void;
  close(): void;
}

/** Puts a link in front of the store that listens on this port. */
export async function linkTo(port: number, host = '127.0.0.1'): Promise<StoreLink> {
  const ends = new Set<Socket>();
  let state: 'open' | 'silent' | 'cut' = 'open';
  const track = (socket: Socket): Socket => {
    ends.add(socket);
    return socket.on('error', () => {}).on('close', () => ends.delete(socket));
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => state === 'open' && to.write(chunk)).on('close', () => to.destroy());
  };
  const server = createServer((socket) => {
    track(socket);
    if (state === 'cut') return socket.resetAndDestroy();
    if (state === 'silent') return socket.resume();
    const beyond = track(connect(port, host));
    pass(socket, beyond);
    pass(beyond, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of ends) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      state = 'silent';
    },
    cutOff() {
      state = 'cut';
      cut();
    },
    mend() {
      state = 'open';
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
