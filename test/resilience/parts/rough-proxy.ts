import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a local port that can be made as bad as real networks are. Bytes are never changed. */
export async function roughProxy(port: number) {
  const links = new Set<readonly [Socket, Socket]>();
  let delay = 0;
  let swallowing = false;
  const held: (() => void)[] = [];

  function carry(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      const send = () => void to.write(bytes);
      if (swallowing) held.push(send);
      else setTimeout(send, delay); // equal delays keep the order
    });
    from.on('close', () => setTimeout(() => to.destroy(), delay));
    from.on('error', () => {});
  }

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const link = [near, far] as const;
    links.add(link);
    near.on('close', () => links.delete(link));
    carry(near, far);
    carry(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    /** Each direction takes this many milliseconds longer. */
    delayBy(milliseconds: number): void {
      delay = milliseconds;
    },
    /** Ends every connection, whatever is in flight on it. */
    cut(): void {
      for (const [near, far] of links) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    /** Ends every connection in the orderly way, as a server does that shuts down, or a proxy of an idle one. */
    hangUp(): void {
      for (const [near, far] of links) {
        near.end();
        far.end();
      }
    },
    /** While on, connections are accepted and stay open, but nothing arrives until it is off again, as with TCP. */
    blackhole(on: boolean): void {
      swallowing = on;
      if (!on) for (const send of held.splice(0)) send();
    },
    close(): void {
      server.close();
      this.cut();
    },
  };
}
