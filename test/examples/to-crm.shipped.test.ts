import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { jsonHere, serverHere } from '../support/in-process.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { run } from '../support/processes.ts';
import { sendLead as send } from '../support/receiver.ts';

it.skipIf(noMongodb)(
  'the example hands leads and their status on to another system, the newest status last',
  async () => {
    const env = { MONGODB_URI: await emptyDatabase(), API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent' };
    const puts: { url: string | undefined; body: { status?: string; customer?: object } }[] = [];
    const crm = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      puts.push({ url: request.url, body: JSON.parse(body) });
      response.writeHead(puts.length === 1 ? 500 : 200).end(); // the first comes again
    }).listen(0, '127.0.0.1');
    await once(crm, 'listening');
    onTestFinished(() => void crm.close());
    const place = `http://127.0.0.1:${(crm.address() as AddressInfo).port}`;
    const port = `${await freePort()}`;
    const { secret } = await jsonHere(['hook', 'add', `http://127.0.0.1:${port}/`, '--operator'], env);
    const file = fileURLToPath(new URL('../../examples/webhook-receiver/to-crm.ts', import.meta.url));
    const forwarder = run(process.execPath, [file], { WEBHOOK_SECRET: secret, CRM_URL: place, PORT: port });
    onTestFinished(() => void forwarder.process.kill());
    await forwarder.said('Listening');
    await using server = await serverHere(env);
    const leadId = await send(server.url);
    await jsonHere(['lead', 'move', leadId, 'quoted'], env);
    const statuses = () => puts.map(({ body }) => body.status);
    await expect.poll(statuses, { timeout: 15_000 }).toContain('Quoted');
    await expect.poll(() => puts.some(({ body }) => body.customer), { timeout: 15_000 }).toBe(true);
    expect(new Set(puts.map(({ url }) => url))).toEqual(new Set([`/leads/${leadId}`]));
    expect(statuses().filter(Boolean).at(-1)).toBe('Quoted');
  },
  40_000,
);
