import { describe, expect, it } from 'vitest';
import { asHttpEvent } from '../../../../src/adapters/inbound/lambda/http-event.ts';
import { makeLambdaHandler } from '../../../../src/adapters/inbound/lambda/lambda-handler.ts';
import { lambdaRequest } from '../../../../src/adapters/inbound/lambda/lambda-request.ts';
import { lambdaResponse } from '../../../../src/adapters/inbound/lambda/lambda-response.ts';
import { createHttpApi } from '../../../../src/library/http.ts';
import { InMemoryCrm } from '../../../../src/library/in-memory.ts';
import { createLeadService } from '../../../../src/library/index.ts';

const v2 = { rawPath: '/v1/lead', requestContext: { http: { method: 'POST' } } };
const functionUrl = {
  ...v2,
  requestContext: { ...v2.requestContext, domainName: 'abc.lambda-url.us-east-1.on.aws' },
};
const v1 = { path: '/v1/lead', httpMethod: 'POST' };

const textOf = async (request: ReturnType<typeof lambdaRequest>) =>
  Buffer.from(await request.body(1_000, 'acme')).toString();

it('a HEAD has the length of its GET', async () => {
  const handle = makeLambdaHandler(createHttpApi(createLeadService({ crm: new InMemoryCrm() })));
  const asked = (method: string) =>
    handle({ ...v2, rawPath: '/healthz', requestContext: { http: { method } } });
  const [get, head] = [await asked('GET'), await asked('HEAD')];
  expect(head).toMatchObject({ body: '', headers: { 'content-length': `${get.body.length}` } });
});

describe('an event becomes a request', () => {
  it.each([
    ['2.0', v2],
    ['1.0', v1],
    [
      '1.0 from a console test',
      { ...v1, headers: null, multiValueHeaders: null, requestContext: null, body: null },
    ],
    ['2.0 without routeKey, headers and body', { ...v2, headers: undefined }],
  ])('%s', async (_what, event) => {
    const request = lambdaRequest(asHttpEvent(event));
    expect(request).toMatchObject({ method: 'POST', path: '/v1/lead' });
    expect(request.header('x-api-key')).toBeUndefined();
    expect(await textOf(request)).toBe('');
  });

  it('header names in any case', () => {
    for (const name of ['x-api-key', 'X-Api-Key', 'X-API-KEY']) {
      expect(lambdaRequest({ ...v1, headers: { [name]: 'k' } }).header('x-api-key')).toBe('k');
    }
  });

  it('and no name that only looks like one', () => {
    const headers = { 'x-api-\u212aey': 'k' };
    const multiValueHeaders = { 'x-api-\u212aey': ['k'] };
    for (const event of [
      { ...v2, headers },
      { ...v1, headers },
      { ...v1, multiValueHeaders },
    ])
      expect(lambdaRequest(event).header('x-api-key')).toBeUndefined();
  });

  it('several values of one name are told apart where the sender does', () => {
    const headers = { 'X-Api-Key': 'b' };
    const multiValueHeaders = { 'X-Api-Key': ['a', 'b'] };
    expect(lambdaRequest({ ...v1, headers, multiValueHeaders }).header('x-api-key')).toEqual(['a', 'b']);
    expect(lambdaRequest({ ...v1, multiValueHeaders }).header('x-api-key')).toEqual(['a', 'b']);
    expect([v1, v2, functionUrl].map((event) => lambdaRequest(event).joinsHeaders)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('and so are those of one name in different cases', () => {
    const multiValueHeaders = { 'X-API-KEY': ['bad'], 'x-api-key': ['good'] };
    expect(lambdaRequest({ ...v1, multiValueHeaders }).header('x-api-key')).toEqual(['bad', 'good']);
    const headers = { 'X-API-KEY': 'bad', 'x-api-key': 'good' };
    expect(lambdaRequest({ ...v1, headers, multiValueHeaders }).header('x-api-key')).toEqual(['bad', 'good']);
    expect(lambdaRequest({ ...v2, headers }).header('x-api-key')).toEqual(['bad', 'good']);
  });

  it('a body that was not UTF-8 is refused, although the sender has made it text', async () => {
    const text = Buffer.from('{"first_name":"Jos\xe9"}', 'latin1');
    const event = { ...v2, headers: { 'content-length': `${text.length}` }, body: text.toString() };
    await expect(textOf(lambdaRequest(event))).rejects.toMatchObject({ reason: 'invalid-utf-8' });
    await expect(lambdaRequest(event).body(text.length, 'acme')).rejects.toMatchObject({
      reason: 'invalid-utf-8',
    });
    const replacement = { ...event, headers: { 'content-length': `${Buffer.byteLength(event.body)}` } };
    expect(await textOf(lambdaRequest(replacement))).toBe('{"first_name":"Jos\ufffd"}');
    expect(await textOf(lambdaRequest({ ...event, headers: {} }))).toBe('{"first_name":"Jos\ufffd"}');
  });

  it('bodies as text and in base64', async () => {
    expect(await textOf(lambdaRequest({ ...v2, body: 'é✓' }))).toBe('é✓');
    const body = Buffer.from('é✓').toString('base64');
    expect(await textOf(lambdaRequest({ ...v2, body, isBase64Encoded: true }))).toBe('é✓');
  });

  it('a body over the limit is refused by its bytes, or by its declared length alone', async () => {
    const tooLarge = { reason: 'body-too-large' };
    await expect(lambdaRequest({ ...v2, body: 'é'.repeat(501) }).body(1_000, 'acme')).rejects.toMatchObject(
      tooLarge,
    );
    const declared = { ...v2, headers: { 'Content-Length': '1001' } };
    await expect(lambdaRequest(declared).body(1_000, 'acme')).rejects.toMatchObject(tooLarge);
    expect(await lambdaRequest({ ...v2, body: 'é'.repeat(500) }).body(1_000, 'acme')).toHaveLength(1_000);
  });

  it.each([
    ['/prod/v1/lead', '/prod', '/v1/lead'],
    ['/prod', '/prod', '/'],
    ['/product/v1', '/prod', '/product/v1'],
    ['/v1/lead', '/prod', '/v1/lead'],
    ['/v1/lead', '', '/v1/lead'],
    ['/a/b/v1/lead', '/a/b', '/v1/lead'],
  ])('the path %s with the prefix "%s" becomes %s', (rawPath, prefix, path) => {
    expect(lambdaRequest({ ...v2, rawPath }, prefix).path).toBe(path);
  });

  it.each([
    ['an HTTP API, which decoded it', v2, '/v1/lead/100%25'],
    ['an HTTP API with format 1.0, which decoded it', { ...v1, version: '1.0' }, '/v1/lead/100%25'],
    ['a Function URL', functionUrl, '/v1/lead/100%'],
    ['a REST API or a load balancer', v1, '/v1/lead/100%'],
  ])('the path of %s', (_what, event, path) => {
    const sent = '/v1/lead/100%';
    expect(
      lambdaRequest({ ...event, path: sent, rawPath: 'rawPath' in event ? sent : undefined } as never).path,
    ).toBe(path);
  });

  it.each([
    null,
    undefined,
    {},
    { Records: [] },
    { source: 'aws.events' },
    'text',
    { rawPath: '/' },
    { httpMethod: 'GET' },
    { rawPath: null, httpMethod: 'GET', path: '/' },
    { rawPath: '/', httpMethod: 'GET', path: '/', requestContext: {} },
  ])('%j is not an HTTP event, and the error says what is', (event) => {
    expect(() => asHttpEvent(event)).toThrow('API Gateway');
  });

  it.each([v1, v2])('an object as body, from an event made by hand, is refused with what to do', (event) => {
    expect(() => asHttpEvent({ ...event, body: { first_name: 'Ada' } })).toThrow('JSON.stringify');
  });
});

describe('a response becomes a result', () => {
  const response = { status: 404, headers: { allow: 'GET' }, body: '{}' };
  const plain = { statusCode: 404, headers: { allow: 'GET' }, body: '{}', isBase64Encoded: false };

  it.each([
    ['HTTP API', v2],
    ['REST API', { ...v1, headers: {}, multiValueHeaders: {} }],
    ['load balancer', { ...v1, headers: {}, requestContext: { elb: {} } }],
  ])('%s', (_what, event) => {
    expect(lambdaResponse(response, event)).toEqual(plain);
  });

  it('load balancer with multi-value headers', () => {
    const dated = {
      ...response,
      headers: { ...response.headers, 'api-key-expires': 'Mon, 08 Jun 2026 00:00:00 GMT' },
    };
    expect(lambdaResponse(dated, { ...v1, multiValueHeaders: {} })).toEqual({
      statusCode: 404,
      multiValueHeaders: { allow: ['GET'], 'api-key-expires': ['Mon, 08 Jun 2026 00:00:00 GMT'] },
      body: '{}',
      isBase64Encoded: false,
    });
  });
});
