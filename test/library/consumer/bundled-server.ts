import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startServer } from 'partner-lead-service/server';

const free = createServer().listen(0, '127.0.0.1');
await once(free, 'listening');
const { port } = free.address() as { port: number };
free.close();

const env = {
  PORT: '0',
  DESK_PORT: `${port}`,
  API_KEYS: 'acme:sesame',
  LOG_LEVEL: 'silent',
  DATA_FILE: 'memory',
};
const server = await startServer({ env });
assert(server);
for (const file of [
  'tokens.css',
  'desk.css',
  'panels.css',
  'narrow.css',
  'lead.css',
  'leads.css',
  'report.css',
  'paper.css',
  'desk.js',
])
  assert.equal((await fetch(`http://127.0.0.1:${port}/${file}`)).status, 200);
const health = await (await fetch(`${server.url}/healthz`)).json();
await server.stop();
console.log('served as', (health as { body: { version: string } }).body.version);
