import { describe, expect, it } from 'vitest';
import { essence, type SentHeaders, type SentRequest, validLead } from '../../../support/http-target.ts';
import { koaTarget } from '../../../support/koa-target.ts';
import { lastLineArrives, pathSurvives, shapes } from '../../../support/lambda-events.ts';
import { lambdaTarget, noLambda } from '../../../support/lambda-target.ts';

const key = 'key-of-acme';

const lead = (changed: object = {}, headers: SentHeaders = {}): SentRequest => ({
  method: 'POST',
  path: '/v1/lead',
  headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ ...validLead, ...changed }),
});

const bare = (method: string, path: string, headers: Record<string, string> = {}): SentRequest => ({
  method,
  path,
  headers: { 'x-api-key': key, ...headers },
});

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
const paths = [
  ...[
    '/nothing',
    '/v1',
    '/v1/',
    '/v1/lead',
    '/v1/lead/',
    '/v1/lead/x',
    '/v1/lead/x/y',
    '/v1/LEAD',
    '/V1/lead',
    '/v2/lead',
  ],
  ...[
    '/healthz',
    '/readyz',
    '/healthz/',
    '/v1/healthz',
    '//v1/lead',
    '/v1/lead?x=1',
    '/v1/lead/x?y=/v1',
    '/v1/./lead',
  ],
];
const ids = [
  ...[
    '%00',
    '..%2f',
    '%2e%2e',
    '100%',
    '%',
    '%zz',
    '%ff%fe',
    '%E2%82%AC',
    'a+b',
    'a%20b',
    '__proto__',
    'x'.repeat(2_000),
  ],
  ...[
    '%7B%22$gt%22:%22%22%7D',
    "'--",
    'a;b',
    'a,b',
    'a:b',
    '%2525',
    '~',
    '*',
    '(x)',
    '@',
    '%5C',
    '%22',
    '%3Cscript%3E',
    'x%3Fy',
  ],
];
const values = [
  undefined,
  null,
  '',
  ' ',
  0,
  5,
  true,
  [],
  ['x'],
  {},
  { $gt: '' },
  'x',
  '😀',
  'x'.repeat(256),
  'x'.repeat(60_000),
  '\u0000',
  '\ud800',
];
const bodies: (string | Uint8Array)[] = [
  ...[
    '',
    '{',
    '[]',
    'null',
    '5',
    '"x"',
    '{} {}',
    '\ufeff{}',
    '{"__proto__":1}',
    '['.repeat(50_000),
    `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
  ],
  ...[
    new Uint8Array([0xff, 0xfe]),
    new Uint8Array([0x7b, 0xc3, 0x28, 0x7d]),
    'x'.repeat(655_360),
    'x'.repeat(655_361),
    '{"first_name":"\\ud83d"}',
  ],
];
const headers: SentHeaders[] = [
  ...[
    'text/plain',
    'APPLICATION/JSON',
    'application/json;charset=latin1',
    '',
    ';',
    'application/json, text/plain',
  ].map((type) => ({ 'content-type': type })),
  ...['gzip', 'identity', 'IDENTITY', '', 'x'].map((encoding) => ({ 'content-encoding': encoding })),
  ...['', ' ', 'x', 'nobody', `${key},${key}`, 'lead_live_x'].map((apiKey) => ({ 'x-api-key': apiKey })),
  ...['', 'x'.repeat(256), 'once', 'once', 'a b'].map((name) => ({ 'idempotency-key': name })),
  ...['content-type', 'content-encoding', 'x-api-key', 'idempotency-key', 'x-request-id'].flatMap((name) =>
    [
      [key, key],
      ['application/json', 'application/json;x=y'],
      ['identity', ' identity'],
    ].map((lines) => ({ [name]: lines })),
  ),
  ...['fine', 'not fine', ''].map((id) => ({ 'x-request-id': id })),
];

const requests: SentRequest[] = [
  ...methods.flatMap((method) => paths.map((path) => bare(method, path))),
  ...paths.map((path) => ({ method: 'GET', path })),
  ...ids.map((id) => bare('GET', `/v1/lead/${id}`)),
  ...Object.keys(validLead).flatMap((field) => values.map((value) => lead({ [field]: value }))),
  ...bodies.map((body) => ({ ...lead(), body })),
  ...headers.map((changed) => lead({}, changed)),
];

describe.skipIf(noLambda)('Koa and Lambda give the same answers', () => {
  it.each(shapes)(`${requests.length} requests as events of %s`, async (shape) => {
    const arrives = ({ path, headers = {} }: SentRequest) =>
      pathSurvives(path, shape) && !(lastLineArrives(shape) && Object.values(headers).some(Array.isArray));
    const same = requests.filter(arrives);
    const [koa, lambda] = [await koaTarget(), await lambdaTarget(shape)];
    const differences: unknown[] = [];
    for (const request of same) {
      const [one, other] = [await koa.send(request), await lambda.send(request)].map(essence);
      if (JSON.stringify(one) !== JSON.stringify(other)) {
        differences.push({
          request: { ...request, body: String(request.body).slice(0, 80) },
          koa: one,
          lambda: other,
        });
      }
    }
    await Promise.all([koa.close(), lambda.close()]);
    expect(differences.slice(0, 5)).toEqual([]);
    expect(differences).toHaveLength(0);
  });
});
