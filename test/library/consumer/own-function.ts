import assert from 'node:assert/strict';
import { startFunction } from 'partner-lead-service/lambda';
import { ownStore } from './own-store.ts';

const env = { APP_ENV: 'production', LOG_LEVEL: 'silent', API_KEYS: 'acme:sesame' };
const served: number[] = [];
const journal = {
  served: ({ status }: { status: number }) => void served.push(status),
  fault() {},
  warn() {},
};
const handler = await startFunction({ store: ownStore, env, journal });
const event = {
  version: '2.0',
  rawPath: '/v1/lead/1',
  headers: { 'x-api-key': 'sesame' },
  requestContext: { http: { method: 'GET', path: '/v1/lead/1' } },
};
assert.equal((await handler(event)).statusCode, 404);
assert.deepEqual(served, [404]);
console.log('answered');
