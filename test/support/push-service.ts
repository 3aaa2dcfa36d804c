import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';
import { onTestFinished } from 'vitest';
import type { Notice } from '../../src/operators/domain/events/notice.ts';

/** A push service on loopback until the test ends, with browsers that subscribe there. It answers with `status`. */
export async function pushService() {
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer; shown: Notice[] }>();
  const state = { status: 201 };
  const server = createServer(async (request, response) => {
    const { pair, auth, shown } = browsers.get(request.url ?? '') ?? {};
    const body = await buffer(request);
    if (!pair || !auth || !shown) return response.writeHead(404).end();
    const opened = ece.decrypt(body, {
      ...{ version: 'aes128gcm', privateKey: pair, authSecret: auth.toString('base64url') },
    });
    if (state.status === 201) shown.push(JSON.parse(opened.toString()));
    response.writeHead(state.status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    /** Subscribes a browser: what it was shown, and what it sends to the desk. */
    subscribe(name: string) {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const [auth, shown] = [randomBytes(16), [] as Notice[]];
      browsers.set(`/${name}`, { pair, auth, shown });
      return { shown, form: { endpoint: `${origin}/${name}`, p256dh, auth: auth.toString('base64url') } };
    },
    /** Ends a subscription: the service knows it no more. */
    forget: (name: string) => browsers.delete(`/${name}`),
  });
}
