import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLambdaHandler } from '../../../../src/adapters/inbound/lambda/lambda-handler.ts';
import { InMemoryCrm, StaticKeys } from '../../../../src/library/in-memory.ts';
import { createLeadService } from '../../../../src/library/index.ts';
import { createHttpApi, type LeadServer, makeLeadApp, serve } from '../../../../src/library/koa.ts';
import { essence, type SentRequest, validLead } from '../../../support/http-target.ts';
import { eventsOf, pathSurvives, shapes } from '../../../support/lambda-events.ts';
import { answerOf } from '../../../support/lambda-target.ts';
import { sender } from '../../../support/socket.ts';

const key = 'key-of-acme';

const someOf = (...parts: string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((chosen) => chosen.join(''));

const encoded = ['%', '%2', '%zz', '%00', '%20', '%23', '%25', '%2525', '%2F', '%3F', '%5C', '%C3%A9', '%ff'];
const rest = someOf(...'aZ0-_.~+()*:{};=&,$@!\'"\\|^`[]<>/?', '..', ':leadId', ...encoded);
const below = (...places: string[]) =>
  fc.tuple(fc.constantFrom(...places), rest).map(([begin, end]) => begin + end);
const anywhere = below(
  '/nothing',
  '//',
  '/v1/',
  '/V1/lead',
  '/v1/lead',
  '/v1/LEAD/',
  '/healthz',
  '/v1/openapi.json',
);

const value = someOf(...'aB0 ,;=/*".:_-é\t', 'application/json', 'gzip', 'identity', '-00', key);
const known = { 'x-api-key': key, 'content-type': 'application/json' };
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(known) },
  fc
    .constantFrom('content-type', 'content-encoding', 'x-api-key', 'x-request-id', 'accept')
    .chain((name) => value.map((sent) => ({ ...known, [name]: sent }))),
);

const field = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(null, '', ' ', 5, true, [], {}, 'other', 'SALES', '5551234567', '\u0000', '\ud800'),
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 40, max: 0xef }), // without the one case that text hides: three of the four bytes of a character
  someOf(...'{}[]:," é😀', '\\ud83d', 'null', '1e999', '"first_name"', '"email"', '\ufeff'),
  fc
    .dictionary(fc.constantFrom(...Object.keys(validLead)), field)
    .map((changed) => JSON.stringify({ ...validLead, ...changed })),
);

const anyRequest: fc.Arbitrary<SentRequest> = fc.oneof(
  fc.record({ method: fc.constant('POST'), path: fc.constant('/v1/lead'), headers, body }),
  fc.record({ method: fc.constant('GET'), path: below('/v1/lead/'), headers }),
  fc.record({ method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'DELETE'), path: anywhere, headers }),
  fc.record({ method: fc.constantFrom('POST', 'PUT', 'PATCH'), path: anywhere, headers, body }),
);

const withHeaders = (request: SentRequest, change: (value: string) => string): SentRequest => {
  const changed = Object.entries(request.headers ?? {}).map(([name, sent]) => [name, change(String(sent))]);
  return { ...request, headers: Object.fromEntries(changed) };
};
/** As a client writes them, and as a gateway passes them on. */
const onTheWire = (text: string): string => Buffer.from(text).toString('latin1');
const inAnEvent = (text: string): string => text.trim();

describe('Koa and Lambda give the same answer to any request', () => {
  const keys = StaticKeys.parse(`acme:${key}`);
  const api = createHttpApi(createLeadService({ crm: new InMemoryCrm(), keys }));
  const handler = makeLambdaHandler(api);
  let server: LeadServer;
  let koa: ReturnType<typeof sender>;
  beforeAll(async () => {
    server = await serve(makeLeadApp(api), { api, port: 0 });
    koa = sender(server.url);
  });
  afterAll(async () => {
    koa?.close();
    await server?.drain();
  });

  it.each(shapes)('in an event of %s', { timeout: 600_000 }, async (shape) => {
    await fc.assert(
      fc.asyncProperty(anyRequest, fc.boolean(), async (request, binary) => {
        fc.pre(pathSurvives(request.path, shape));
        const event = eventsOf[shape](withHeaders(request, inAnEvent), binary);
        const expected = await koa.send(withHeaders(request, onTheWire));
        expect(essence(answerOf(await handler(event)))).toEqual(essence(expected));
      }),
    );
  });
});
