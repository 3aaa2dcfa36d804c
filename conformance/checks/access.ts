import assert from 'node:assert/strict';
import { checks, leadWith, refused } from '../check.ts';

const malformed = { 'x-api-key': 'lead_test_1' };
/** A well-formed key that nobody holds: only a look-up can tell. */
const unknown = { 'x-api-key': `lead_test_${'0'.repeat(33)}2XCjxj` };
const none = { 'x-api-key': '' };
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

export const accessChecks = [
  ...checks('1 What the service does', [
    [
      'it is reached over HTTPS (or loopback)',
      async ({ target }) => {
        const { protocol, hostname } = new URL(target.url);
        assert.ok(protocol === 'https:' || isLoopback(hostname), 'the address is plain HTTP');
      },
    ],
    [
      'a response is JSON: an envelope with statusCode and body',
      async (service) => void (await service.get('conformance')), // Service checks every envelope
    ],
  ]),
  ...checks('5 Authentication', [
    ['Create Lead without a key: 403', async (service) => refused(await service.post(leadWith(), none), 403)],
    [
      'Create Lead with a malformed key: 403',
      async (service) => refused(await service.post(leadWith(), malformed), 403),
    ],
    [
      'Create Lead with a key that nobody holds: 403',
      async (service) => refused(await service.post(leadWith(), unknown), 403),
    ],
    ['Get Lead without a key: 403', async (service) => refused(await service.get('conformance', none), 403)],
    [
      'Get Lead with a key that nobody holds: 403',
      async (service) => refused(await service.get('conformance', unknown), 403),
    ],
    [
      'the key is taken from x-api-key alone',
      async (service) =>
        refused(
          await service.post(leadWith(), { ...none, authorization: `Bearer ${service.target.key}` }),
          403,
        ),
    ],
  ]),
  ...checks('9 Versioning', [
    [
      'the base URL ends in /v1',
      async ({ target }) => assert.match(new URL(target.url).pathname, /\/v1$/, 'its path ends differently'),
    ],
    [
      'the API description has the version 1.0.1',
      async (service) => {
        const { info } = await service.description();
        assert.equal(info?.version, '1.0.1', 'info.version is different');
      },
    ],
  ]),
];
