import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP connection to a store, for tests of what an adapter does when it fails. */
export interface StoreLink {
  /** Where the adapter reaches the store: a port of 127.0.0.1. */
  readonly port: number;
  /** Connections stay open and are accepted, but nothing comes through any more: as if the store hung. */
  fallSilent(): void;
  /** Every connection is reset, and so is each new one: as if the store had crashed. */
  cutOff(): void;
  /** New connections come through again. Those from before are reset. */
  mend(): void;
  close(): void;
}

/** Puts a link before the store that listens on this port. */
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
