import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';
import { onTestFinished } from 'vitest';

/** A push service on loopback until the test ends, which decrypts for the browsers that subscribe there. */
export async function pushService() {
  const browsers = new Map<string, (body: Buffer) => void>();
  const server = createServer(async (request, response) => {
    const receive = browsers.get(request.url ?? '');
    receive?.(await buffer(request));
    response.writeHead(receive ? 201 : 410).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return {
    /** Subscribes a browser: what it shows, and what it sends to the desk. */
    subscribe(name: string) {
      const [privateKey, auth, shown] = [createECDH('prime256v1'), randomBytes(16), [] as object[]];
      const p256dh = privateKey.generateKeys('base64url');
      const keys = { version: 'aes128gcm', privateKey, authSecret: auth };
      browsers.set(`/${name}`, (body) => shown.push(JSON.parse(ece.decrypt(body, keys).toString())));
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
      return { shown, form: { endpoint, p256dh, auth: auth.toString('base64url') } };
    },
    forget: (name: string) => browsers.delete(`/${name}`),
  };
}
