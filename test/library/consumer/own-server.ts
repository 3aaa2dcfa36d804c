import assert from 'node:assert/strict';
import { ContainerModule } from 'inversify';
import { runLeads } from 'partner-lead-service/cli';
import { startServer } from 'partner-lead-service/server';
import { ownStore } from './own-store.ts';

const fickle = { ...ownStore, name: 'a list', durable: false };
assert.equal(await startServer({ store: fickle, env: { APP_ENV: 'production' } }), undefined);
const empty = { ...ownStore, name: 'our own', module: new ContainerModule(() => {}) };
assert.equal(await startServer({ store: empty, env: { PORT: '0' } }), undefined);
process.exitCode = 0; // both were refused

const env = { APP_ENV: 'production', PORT: '0', LOG_LEVEL: 'silent', API_KEYS: 'acme:sesame' };
const server = await startServer({ store: ownStore, env });
assert(server);
const headers = { 'x-api-key': 'sesame', 'content-type': 'application/json' };
const body = JSON.stringify({
  first_name: 'Ada',
  email: 'ada@example.com',
  deal_type: 'sales',
  vendor_name: 'Acme',
  lead_notes: 'Call back.',
});
const sent = await fetch(`${server.url}/v1/lead`, { method: 'POST', headers, body });
const { leadId } = ((await sent.json()) as { body: { leadId: string } }).body;
assert.match(await (await fetch(`${server.url}/docs`)).text(), /swagger/);
await server.stop();

await runLeads({ store: ownStore, args: ['lead', 'move', leadId, 'won'], env: {} });
assert.equal(process.exitCode, 0);
