import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeadServer } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { validLead } from '../../../support/http-target.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';

let server: LeadServer;
beforeAll(async () => {
  server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' });
});
afterAll(() => server?.drain());

/** Sends all the bytes, ends its side, and resolves with what came back. */
function say(bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => {}); // a reset after the answer
    socket.on('close', () => resolve(heard));
    socket.end(bytes);
  });
}

const body = JSON.stringify(validLead);
const request = Buffer.from(
  `POST /v1/lead HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: ${keys.key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
);

/** A request with some bytes changed, left out or put in. */
const mangled = fc
  .array(fc.tuple(fc.nat(), fc.nat(2), fc.uint8Array({ minLength: 1, maxLength: 12 })), { maxLength: 4 })
  .map((changes) =>
    changes.reduce((bytes, [place, kind, put]) => {
      const at = place % bytes.length;
      const left = kind === 0 ? 0 : put.length;
      return Buffer.concat([
        bytes.subarray(0, at),
        kind === 2 ? Buffer.of() : put,
        bytes.subarray(at + left),
      ]);
    }, request),
  );
const anyBytes = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes));

it('whatever bytes arrive, no answer is a 5xx, every body is an envelope, and the server keeps working', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(mangled, anyBytes), async (bytes) => {
      const heard = await say(bytes);
      for (const answer of heard.split(/(?=HTTP\/1\.1 \d{3} )/)) {
        if (!answer || answer.startsWith('HTTP/1.1 100 ')) continue;
        const [head = '', text = ''] = answer.split('\r\n\r\n');
        expect(head).toMatch(/^HTTP\/1\.1 [24]\d\d /);
        if (text)
          expect(JSON.parse(text)).toEqual({
            statusCode: Number(head.slice(9, 12)),
            body: expect.any(Object),
          });
      }
    }),
  );
  // By fetch: Node 24.21 answers nobody who ends their side before the answer is ready.
  const headers = { 'x-api-key': keys.key, 'Content-Type': 'application/json' };
  expect((await fetch(`${server.url}/v1/lead`, { method: 'POST', headers, body })).status).toBe(200);
});
