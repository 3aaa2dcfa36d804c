import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a local port that accepts connections at once, but lets nothing through until it is opened. */
export async function closedGate(port: number) {
  const waiting: Socket[] = [];
  const ends = new Set<Socket>();
  let open = false;
  const through = (socket: Socket): void => {
    const beyond = connect(port, '127.0.0.1');
    socket.pipe(beyond).pipe(socket);
    for (const end of [socket, beyond]) {
      ends.add(end);
      end.on('error', () => {}).on('close', () => ends.delete(end));
    }
  };
  const server = createServer((socket) => {
    if (open) return through(socket);
    waiting.push(socket);
    socket.on('error', () => {});
    server.emit('waiting');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves when a new connection is waiting. */
    arrival: () => once(server, 'waiting'),
    open(): void {
      open = true;
      for (const socket of waiting.splice(0)) through(socket);
    },
    /** Ends every connection in the orderly way, as a server does that shuts down. New ones come through. */
    hangUp(): void {
      for (const socket of ends) socket.end();
    },
    /** Nobody comes through any more, and whoever was on the way is cut off. */
    close(): void {
      server.close();
      for (const socket of [...waiting, ...ends]) socket.destroy();
    },
  };
}
