import assert from 'node:assert/strict';
import { ContainerModule } from 'inversify';
import type { Journal, TakeQuota } from 'partner-lead-service';
import { runLeads } from 'partner-lead-service/cli';
import { tokens } from 'partner-lead-service/compose';
import { startDelivery, startDesk, startServer } from 'partner-lead-service/server';
import { ownStore } from './own-store.ts';

const fickle = { ...ownStore, name: 'a list', durable: false };
assert.equal(await startServer({ store: fickle, env: { APP_ENV: 'production' } }), undefined);
const empty = { ...ownStore, name: 'our own', module: new ContainerModule(() => {}) };
assert.equal(await startServer({ store: empty, env: { PORT: '0' } }), undefined);
assert.equal(await startDesk({ store: ownStore, env: {} }), undefined);
assert.equal(await startDelivery({ store: ownStore, env: {} }), undefined);
process.exitCode = 0; // all were refused

const env = { APP_ENV: 'production', PORT: '0', LOG_LEVEL: 'silent', API_KEYS: 'acme:sesame' };
const served: string[] = [];
const journal: Journal = {
  served: ({ operation, status }) => void served.push(`${operation} ${status}`),
  fault() {},
  warn() {},
};
const ownIds = new ContainerModule(({ onActivation }) =>
  onActivation(tokens.runtime, (_context, runtime) => ({ ...runtime, newRequestId: () => 'request-1' })),
);
let calls = 0;
const takeQuota: TakeQuota = async () => {
  calls += 1;
  return { limit: 1, window: 60, remaining: 0, resets: 60, exceeded: calls > 1 };
};
const server = await startServer({ store: ownStore, env, journal, takeQuota, modules: [ownIds] });
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
assert.equal(sent.headers.get('x-request-id'), 'request-1');
assert.equal((await fetch(`${server.url}/v1/lead`, { method: 'POST', headers, body })).status, 429);
assert.deepEqual(served, ['createLead 200', 'createLead 429']);
const { leadId } = ((await sent.json()) as { body: { leadId: string } }).body;
assert.match(await (await fetch(`${server.url}/docs`)).text(), /swagger/);
await server.stop();

await runLeads({ store: ownStore, args: ['lead', 'move', leadId, 'won'], env: {} });
assert.equal(process.exitCode, 0);
