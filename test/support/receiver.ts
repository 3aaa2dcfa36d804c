import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { validLead } from './http-target.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly signatures: readonly string[];
}

/**
 * A receiver of webhooks, until the test ends. It remembers what it got, and answers with `status` as it is then, after
 * as long as it takes. With a `secret`, it verifies.
 */
export async function receiver() {
  const got: Event[] = [];
  const state = { status: 204, got, url: '', secret: '', takes: async () => {} };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { type, data } = JSON.parse(body);
    const headers = request.headers as Record<string, string>;
    if (state.secret) new Webhook(state.secret).verify(body, headers);
    const { 'webhook-id': id = '', 'webhook-signature': signature = '' } = headers;
    got.push({ id, type, data, signatures: signature.split(' ') });
    await state.takes();
    response.writeHead(state.status).end('sorry');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return state;
}

/** Sends a lead to the server at this address. Resolves to its id. */
export async function sendLead(url: string, given: object = {}, key = 'sesame'): Promise<string> {
  const answer = await fetch(`${url}/v1/lead`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ ...validLead, ...given }),
  });
  return ((await answer.json()) as { body: { leadId: string } }).body.leadId;
}
