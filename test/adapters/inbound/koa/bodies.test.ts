import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { BODY_LIMIT } from '../../../../src/adapters/inbound/http/http-error.ts';
import type { LeadServer } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { validLead } from '../../../support/http-target.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { envelopeOf, post, postOn, statusesOf } from '../../../support/raw-http.ts';
import { connectTo, sender, speakRaw } from '../../../support/socket.ts';

const lead = JSON.stringify(validLead);
let server: LeadServer;
afterEach(() => server?.drain());

it('checks all of several Content-Type headers, as behind a gateway that joins them', async () => {
  server = await startLeadServer();
  const types = 'Content-Type: application/json\r\nContent-Type: text/plain\r\n';
  const answer = await speakRaw(server.url, post(`${types}Content-Length: ${lead.length}\r\n`, lead));
  expect(envelopeOf(answer).statusCode).toBe(415);
});

it('accepts a non-ASCII key as it was configured, sent as UTF-8', async () => {
  server = await startLeadServer({ API_KEYS: 'acme:clé-ключ' });
  const statusFor = async (key: string) => {
    const bytes = Buffer.from(key).toString('latin1'); // as Node writes headers
    return (await fetch(`${server.url}/v1/lead/x`, { headers: { 'x-api-key': bytes } })).status;
  };
  expect(await statusFor('clé-ключ')).toBe(404);
  expect(await statusFor('cle-ключ')).toBe(403);
});

/** From now on, what Node warns of. */
function heedWarnings(): () => Error[] {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on('warning', onWarning);
  return () => {
    process.off('warning', onWarning);
    return warnings;
  };
}

describe('bodies', () => {
  it('may come in chunks, without a length, on a connection that stays open', async () => {
    server = await startLeadServer();
    const half = lead.length >> 1;
    const chunks = [lead.slice(0, half), lead.slice(half)].map(
      (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
    );
    const chunked = postOn('Transfer-Encoding: chunked\r\n', `${chunks.join('')}0\r\n\r\n`);
    expect(statusesOf(await speakRaw(server.url, chunked + post('', '{}')))).toEqual([200, 400]);
  });

  it('that are not there are empty, also where no header says so, and the connection stays open', async () => {
    server = await startLeadServer();
    const heard = await speakRaw(server.url, postOn('', '').repeat(2) + post('Content-Length: 0\r\n', ''));
    expect(statusesOf(heard)).toEqual([400, 400, 400]);
    expect(heard.match(/The request body is empty/g)).toHaveLength(3);
  });

  it.each([
    ['640 KiB', 0, 200],
    ['one byte more', 1, 413],
  ])('in chunks are limited by their bytes: %s', async (_what, more, status) => {
    server = await startLeadServer();
    const { send, close } = sender(server.url);
    const room = BODY_LIMIT - JSON.stringify({ ...validLead, x: '' }).length + more;
    const body = JSON.stringify({ ...validLead, x: 'é'.repeat(room >> 1) + 'x'.repeat(room % 2) });
    const headers = { 'x-api-key': keys.key, 'transfer-encoding': 'chunked' };
    expect((await send({ method: 'POST', path: '/v1/lead', headers, body })).status).toBe(status);
    close();
  });

  it('of 20 MB, with and without a length, get 413, and the next lead is accepted', async () => {
    server = await startLeadServer();
    const { send, close } = sender(server.url);
    const headers = { 'x-api-key': keys.key, 'content-type': 'application/json' };
    const body = 'x'.repeat(20_000_000);
    for (const extra of [{}, { 'transfer-encoding': 'chunked' }]) {
      const answer = await send({
        method: 'POST',
        path: '/v1/lead',
        headers: { ...headers, ...extra },
        body,
      });
      expect(answer.status).toBe(413);
    }
    expect((await send({ method: 'POST', path: '/v1/lead', headers, body: lead })).status).toBe(200);
    close();
  });

  it('that are not wanted leave no listener on a connection that is used again', async () => {
    const warnings = heedWarnings();
    server = await startLeadServer();
    const { send, close } = sender(server.url);
    for (let n = 0; n < 20; n += 1) {
      const headers = { 'x-api-key': 'wrong' };
      const body = 'x'.repeat(300_000);
      expect((await send({ method: 'POST', path: '/v1/lead', headers, body })).status).toBe(403);
    }
    close();
    expect(warnings()).toEqual([]);
  });

  it('that are not wanted do not end a connection that has carried many before', async () => {
    server = await startLeadServer();
    const many = postOn(`Content-Length: ${BODY_LIMIT}\r\n`, 'x'.repeat(BODY_LIMIT)).repeat(30);
    const unwanted = postOn('Content-Length: 300000\r\n', 'x'.repeat(300_000)).replace(keys.key, 'wrong');
    const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const statuses = statusesOf(await speakRaw(server.url, many + unwanted + last));
    expect(statuses).toEqual([...Array(30).fill(400), 403, 200]);
  });

  it('that are cut short do not stop the server', async () => {
    server = await startLeadServer();
    const socket = connectTo(server.url);
    socket.write(post('Expect: 100-continue\r\nContent-Length: 500\r\n', lead.slice(0, 20)));
    await once(socket, 'data');
    socket.destroy();
    const answer = await speakRaw(server.url, post(`Content-Length: ${lead.length}\r\n`, lead));
    expect(envelopeOf(answer).statusCode).toBe(200);
  });
});

it.each([
  ['whose rest will not come', 'Content-Length: 90\r\n', [400]],
  ['that was refused', 'Content-Length: 700000\r\n', [413]],
])(
  'a client that closes its half of the connection in a body %s is answered at once',
  async (_what, headers, statuses) => {
    server = await startLeadServer();
    const begun = performance.now();
    const heard = await speakRaw(server.url, postOn(headers, 'x'.repeat(80)), { halfClose: true });
    expect(statusesOf(heard)).toEqual(statuses);
    expect(performance.now() - begun).toBeLessThan(5_000);
  },
);
