import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseNetwork } from '../../../../src/adapters/outbound/webhooks/hook-address.ts';
import { makeSecretOf } from '../../../../src/adapters/outbound/webhooks/hook-secrets.ts';
import { makePostEvent } from '../../../../src/adapters/outbound/webhooks/post-event.ts';
import { EventDelivery } from '../../../../src/application/deliver-events.ts';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { axeViolations, hostileNames, timed, visitDesk } from '../../../support/desk-page.ts';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const by = 'Grace';

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on this machine that answers as it is told. */
async function receiver() {
  const got: Got[] = [];
  const answer = { status: 204, text: '' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status).end(answer.text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return { got, answer, url, [Symbol.asyncDispose]: async () => void server.close() };
}

/** A desk whose webhooks are delivered to real receivers, whenever the test asks for it. */
async function deskWithDelivery() {
  const secretOf = makeSecretOf('x'.repeat(43));
  const desk = await openDesk();
  const webhooks = { ...desk.ports.webhooks, secretOf };
  const policy = { httpsOnly: false, allow: [parseNetwork('127.0.0.0/8')] };
  let leases = 0;
  const delivery = new EventDelivery({
    ...webhooks,
    knownHooks: () => webhooks.hooks.hooks(),
    clock: desk.clock,
    random: () => 0,
    newLease: () => {
      leases += 1;
      return `${leases}`;
    },
    warn: () => {},
    post: makePostEvent({ policy, version: '0' }),
  });
  async function deliver(): Promise<void> {
    await delivery.round();
    await delivery.settled();
  }
  return Object.assign(desk, { deliver });
}
