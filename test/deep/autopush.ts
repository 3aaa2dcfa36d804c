import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A push service for one Firefox, after the protocol of Mozilla's (https://mozilla-push-service.readthedocs.io): it
 * registers channels over a WebSocket, and hands on what is posted to their addresses. `modules`: where `ws` is installed.
 */
export async function autopush(modules: string) {
  const { WebSocketServer } = createRequire(`${modules}/`)('ws');
  const posted: Record<string, string | string[] | undefined>[] = [];
  let send: (message: object) => void = () => {};
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { 'content-encoding': encoding, ...rest } = request.headers;
    posted.push({ encoding, ...rest });
    send({
      ...{ messageType: 'notification', channelID: request.url?.slice(1), version: randomUUID() },
      ...{ data: body.toString('base64url'), headers: { encoding } },
    });
    response.writeHead(201).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  new WebSocketServer({ server }).on(
    'connection',
    (socket: import('node:events').EventEmitter & { send(text: string): void }) => {
      send = (message) => socket.send(JSON.stringify(message));
      socket.on('message', (data) => {
        const { messageType, channelID, uaid } = JSON.parse(String(data));
        if (messageType === 'hello')
          send({
            messageType,
            uaid: uaid ?? randomUUID().replaceAll('-', ''),
            status: 200,
            use_webpush: true,
            broadcasts: {},
          });
        if (messageType === 'register' || messageType === 'unregister')
          send({
            messageType,
            channelID,
            status: 200,
            pushEndpoint: `http://127.0.0.1:${port}/${channelID}`,
          });
      });
    },
  );
  return { url: `ws://127.0.0.1:${port}/`, posted, close: () => server.close() };
}
