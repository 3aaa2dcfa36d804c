import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { BSON } from 'mongodb';

const [REPLY, QUERY, MESSAGE] = [1, 2004, 2013];

/** A server on loopback that says it is a primary with this wire version, and nothing else: MongoDB 4.2 has 8. */
export async function startOldMongodb(maxWireVersion: number) {
  const hello = {
    ...{ ok: 1, ismaster: true, helloOk: true, setName: 'rs0', minWireVersion: 0, maxWireVersion },
    ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (sent) => {
      const message = sent.readInt32LE(12) === MESSAGE;
      const document = BSON.serialize(hello);
      const head = Buffer.alloc(message ? 5 : 20); // flags and the kind of section; or flags, cursor, from, count
      if (!message) head.writeInt32LE(1, 16);
      const frame = Buffer.alloc(16);
      frame.writeInt32LE(16 + head.length + document.length, 0);
      frame.writeInt32LE(sent.readInt32LE(4), 8);
      frame.writeInt32LE(message ? MESSAGE : REPLY, 12);
      if (message || sent.readInt32LE(12) === QUERY) socket.write(Buffer.concat([frame, head, document]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    uri: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/leads?directConnection=true`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
