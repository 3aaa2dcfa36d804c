import fc from 'fast-check';
import { ContainerModule } from 'inversify';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpApi } from '../../../../src/adapters/inbound/http/http-api.ts';
import type { HttpRequest } from '../../../../src/adapters/inbound/http/message.ts';
import type { Crm } from '../../../../src/application/ports/outbound/crm.ts';
import type { Journal, ServedRequest } from '../../../../src/application/ports/outbound/journal.ts';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { compose } from '../../../../src/bootstrap/compose.ts';
import { inMemoryModule } from '../../../../src/bootstrap/modules/in-memory.ts';
import { readConfig } from '../../../../src/bootstrap/read-config.ts';
import { tokens } from '../../../../src/bootstrap/tokens.ts';
import { createHttpApi } from '../../../../src/library/http.ts';
import { createLeadService } from '../../../../src/library/index.ts';
import { validLead } from '../../../support/http-target.ts';
import { days, inMemoryOperator } from '../../../support/in-memory-operator.ts';

const faults: unknown[] = [];
const journal: Journal = { served: () => {}, warn: () => {}, fault: (error) => void faults.push(error) };

async function composed(parts: { journal?: Journal; modules?: readonly ContainerModule[] } = {}) {
  const config = await readConfig({ API_KEYS: 'acme:key-of-acme', LOG_LEVEL: 'silent' }, () => true);
  return compose(config, { store: inMemoryModule(), journal, ...parts });
}

let api: HttpApi;
beforeAll(async () => {
  api = (await composed()).get(tokens.httpApi);
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}): HttpRequest => ({
  method: 'GET',
  path,
  header: (name) => headers[name],
  body: async () => Buffer.of(),
});

it('a process that is draining, or whose store cannot be reached, is alive but not ready', async () => {
  const lost = new ContainerModule(({ onActivation }) => {
    onActivation(tokens.storeHealth, () => async () => false);
  });
  const draining = await composed();
  draining.get(tokens.httpApi).drain();
  for (const container of [draining, await composed({ modules: [lost] })]) {
    const unready = container.get(tokens.httpApi);
    const answers = [await unready.handle(get('/healthz')), await unready.handle(get('/readyz'))];
    expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  }
});

it('a process that is draining sends every request but /healthz to another, whatever its path', async () => {
  const draining = (await composed()).get(tokens.httpApi);
  draining.drain();
  for (const request of [createLead, get('/v1/lead/1'), get('/v1/nothing'), get('/')])
    expect((await draining.handle(request)).status, request.path).toBe(503);
});

describe('a runtime that breaks its promise', () => {
  const noted: unknown[] = [];
  const handle = async (request: HttpRequest) => {
    const fault: Journal['fault'] = (error) => void noted.push(error);
    return (await composed({ journal: { ...journal, fault } })).get(tokens.httpApi).handle(request);
  };

  it.each([
    ['text', 'a text'],
    ['an object', {}],
    ['nothing', undefined],
  ])('causes a fault, not invalid JSON, if it passes on the body as %s', async (_what, body) => {
    expect((await handle({ ...createLead, body: async () => body as never })).status).toBe(500);
  });

  it('causes a fault if it fails to read a header or the path', async () => {
    const header = () => {
      throw new Error('no');
    };
    noted.length = 0;
    expect((await handle({ ...createLead, header })).status).toBe(500);
    expect((await handle({ ...createLead, path: undefined as never })).status).toBe(500);
    expect(noted).toHaveLength(2);
  });
});

it('whose key has expired or was revoked is told to the operator, and to whoever holds it', async () => {
  const { operator, crm, vendors, clock, time } = inMemoryOperator();
  const by = 'grace';
  const { id: vendorId } = await operator.addVendor({ name: 'Acme', by });
  const revoked = await operator.issueKey({ vendor: 'Acme', by });
  const expired = await operator.issueKey({ vendor: 'Acme', term: days(1), by });
  await operator.revokeKey({ keyId: revoked.key.id, by });
  time.now += days(1);
  const served: ServedRequest[] = [];
  const { handle } = createHttpApi(createLeadService({ crm, vendors, clock }), {
    journal: { ...journal, served: (request) => void served.push(request) },
    newRequestId: () => 'r1',
  });
  const answers = [];
  for (const text of [revoked.text, expired.text, 'unknown'])
    answers.push(await handle(get('/v1/lead/x', { 'x-api-key': text })));
  expect(answers.map(({ status, body }) => [status, JSON.parse(body).body])).toEqual([
    [403, { error: 'Forbidden', message: expect.stringMatching(/^This API key was revoked on .* GMT: ask/) }],
    [
      403,
      {
        error: 'Forbidden',
        message: expect.stringMatching(/^This API key expired on .* GMT: ask the operator/),
      },
    ],
    [403, { error: 'Forbidden', message: 'The x-api-key header does not contain a valid API key' }],
  ]);
  expect(served.map(({ refusal, vendorId: whose, keyId }) => [refusal, whose, keyId])).toEqual([
    ['revoked-key', vendorId, revoked.key.id],
    ['expired-key', vendorId, expired.key.id],
    ['forbidden', undefined, undefined],
  ]);
});

it('an answer to a key that expires says, as an HTTP date, when it stops working', async () => {
  const { operator, crm, vendors, clock } = inMemoryOperator();
  const by = 'grace';
  await operator.addVendor({ name: 'Acme', by });
  const old = await operator.issueKey({ vendor: 'Acme', by });
  const fresh = await operator.rotateKey({ keyId: old.key.id, overlap: days(7), by });
  const rotated = createHttpApi(createLeadService({ crm, keys: vendors, clock }), { journal });
  const expiryOf = async ({ text }: { text: string }) =>
    (await rotated.handle(get('/v1/lead/x', { 'x-api-key': text }))).headers['api-key-expires'];
  expect([await expiryOf(old), await expiryOf(fresh)]).toEqual(['Mon, 08 Jun 2026 00:00:00 GMT', undefined]);
});

it('counts the quota by vendor, not by key, and asks to wait until the window ends', async () => {
  const { operator, crm, vendors } = inMemoryOperator();
  const { id } = await operator.addVendor({ name: 'Acme', by: 'grace' });
  const { text } = await operator.issueKey({ vendor: id, by: 'grace' });
  const counted: string[] = [];
  const takeQuota = async (vendorId: string) => {
    counted.push(vendorId);
    return { limit: 3, window: 60, remaining: 0, resets: 7, exceeded: true };
  };
  const limited = createHttpApi(createLeadService({ crm, vendors }), { journal, takeQuota });
  for (const path of ['/v1/lead/x', '/v1/nothing']) {
    const { status, headers } = await limited.handle(get(path, { 'x-api-key': text }));
    expect({ status, ...headers }).toMatchObject({
      status: 429,
      'retry-after': '7',
      ratelimit: '"vendor";r=0;t=7',
    });
  }
  expect(counted).toEqual([id, id]);
});

const createLead: HttpRequest = {
  method: 'POST',
  path: '/v1/lead',
  header: (name) => (name === 'x-api-key' ? 'key-of-acme' : undefined),
  body: async () => Buffer.from(JSON.stringify(validLead)),
};

/** The service on a CRM with these methods, with a journal that has these parts. */
async function serviceWith(broken: Partial<Crm>, told: Partial<Journal> = {}): Promise<HttpApi> {
  const changed = new ContainerModule(({ onActivation }) => {
    onActivation(tokens.crm, (_context, crm) => Object.assign(crm, broken));
  });
  return (await composed({ journal: { ...journal, ...told }, modules: [changed] })).get(tokens.httpApi);
}

it('logs why requests get a 503, once per reason', async () => {
  const warnings: string[] = [];
  let reason = 'gone';
  const addLead = () => Promise.reject(new StoreUnavailable(reason));
  const broken = await serviceWith({ addLead }, { warn: (message) => void warnings.push(message) });
  const send = () => broken.handle(createLead);
  const answers = await Promise.all([send(), send(), send()]);
  reason = 'slow';
  answers.push(await send());
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(warnings).toEqual([
    'Requests are answered with 503: gone.',
    'Requests are answered with 503: slow.',
  ]);
});

it.each([
  ['a lead', createLead],
  ['its status', get('/v1/lead/1', { 'x-api-key': 'key-of-acme' })],
])('answers with 503 after ten seconds, however long the store takes with %s', async (_what, request) => {
  vi.useFakeTimers();
  try {
    const never = () => new Promise<never>(() => {});
    const hanging = await serviceWith({ addLead: never, statusOf: never });
    const answer = hanging.handle(request).then(({ status }) => status);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(await Promise.race([answer, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(200);
    expect(await answer).toBe(503);
  } finally {
    vi.useRealTimers();
  }
});

describe('the log of a request', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  async function logOf(
    headers: Readonly<Record<string, string>>,
    request: Partial<HttpRequest> = {},
  ): Promise<ServedRequest[]> {
    const served: ServedRequest[] = [];
    const addLead = async () => {
      vi.advanceTimersByTime(1_000);
      return 'added' as const;
    };
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const slow = await serviceWith({ addLead }, { served: (request) => void served.push(request) });
      const header = (name: string) => headers[name] ?? createLead.header(name);
      await slow.handle({ ...createLead, header, ...request });
    } finally {
      vi.useRealTimers();
    }
    return served;
  }

  it('says who sent it, as part of which trace, and how many milliseconds it took', async () => {
    expect(await logOf({ traceparent, 'x-request-id': 'mine-1' })).toEqual([
      {
        requestId: 'mine-1',
        traceparent,
        operation: 'createLead',
        status: 200,
        duration: 1_000,
        vendorId: 'static:acme',
        keyId: undefined,
        leadId: expect.stringMatching(/^[\da-f-]{36}$/),
        replayed: false,
        refusal: undefined,
        problems: undefined,
      },
    ]);
  });

  it('says the trace also if its ids begin with a zero', async () => {
    const sent = `00-0${'a'.repeat(31)}-0${'b'.repeat(15)}-00`;
    expect(await logOf({ traceparent: sent })).toEqual([expect.objectContaining({ traceparent: sent })]);
  });

  it('says which lead was created, and whether by an earlier request', async () => {
    const served: ServedRequest[] = [];
    const service = await serviceWith({}, { served: (request) => void served.push(request) });
    const header = (name: string) => (name === 'idempotency-key' ? 'one' : createLead.header(name));
    const answers = [];
    for (const _ of [1, 2]) answers.push(await service.handle({ ...createLead, header }));
    const leadIds = answers.map(({ body }) => JSON.parse(body).body.leadId);
    expect(served.map(({ leadId, replayed }) => [leadId, replayed])).toEqual([
      [leadIds[0], false],
      [leadIds[0], true],
    ]);
    expect(answers.map((answer) => Object.keys(answer))).toEqual(
      Array(2).fill(['status', 'headers', 'body']),
    );
  });

  it('names no operation for a path that has none', async () => {
    expect(await logOf({}, { path: '/v1/canary' })).toMatchObject([
      { operation: 'unknown', status: 404, refusal: 'unknown-path', leadId: undefined },
    ]);
  });

  it('says which fields of a lead are wrong and why, and nothing of what they contain', async () => {
    const body = async () => Buffer.from(JSON.stringify({ ...validLead, phone: '555-1234', first_name: 7 }));
    expect(await logOf({}, { body })).toMatchObject([
      { status: 400, refusal: 'invalid-lead', problems: ['first_name not-text', 'phone invalid-phone'] },
    ]);
  });

  it.each([
    [{ external_lead_id: ' A-1 ', external_id: 'B' }, 'A-1'],
    [{ external_lead_id: ' ', external_id: 'B-2' }, 'B-2'],
    [{ external_lead_id: 7, external_id: 'B-2' }, 'B-2'],
    [{ external_lead_id: 'A\r\n{"level":50}\u0000\u001b[31m\u2028\u202e-1' }, 'A{"level":50}[31m-1'],
    [{ external_lead_id: '\u0000'.repeat(300) + '😀'.repeat(65) }, '😀'.repeat(64)],
    [{ external_lead_id: { a: 1 } }, undefined],
    [{ external_lead_id: '' }, undefined],
  ])('has the own id of a lead that is refused: %j', async (sent, externalId) => {
    const { external_lead_id: _, ...rest } = validLead;
    const body = async () => Buffer.from(JSON.stringify({ ...rest, phone: '1', ...sent }));
    expect((await logOf({}, { body }))[0]).toMatchObject({ refusal: 'invalid-lead', externalId });
  });

  it('has no own id of a lead that is accepted, and one of a lead refused for another reason', async () => {
    const body = async () => Buffer.from(JSON.stringify(validLead));
    expect((await logOf({}, { body }))[0]?.externalId).toBeUndefined();
    expect((await logOf({ 'idempotency-key': 'é' }, { body }))[0]?.externalId).toBe('A-1');
  });

  it('says which key was used, if it was issued', async () => {
    const { operator, crm, vendors } = inMemoryOperator();
    await operator.addVendor({ name: 'Acme', by: 'grace' });
    const { text, key } = await operator.issueKey({ vendor: 'Acme', by: 'grace' });
    const served: ServedRequest[] = [];
    const api = createHttpApi(createLeadService({ crm, vendors }), {
      journal: { ...journal, served: (request) => void served.push(request) },
    });
    await api.handle(get('/v1/lead/x', { 'x-api-key': text }));
    expect(served).toMatchObject([{ keyId: key.id, refusal: 'unknown-lead' }]);
  });

  it.each([
    ['before', `x${traceparent}`],
    ['behind', `${traceparent}x`],
    ['as a further part behind', `${traceparent}-${'c'.repeat(16)}`],
    ['invalid about the version of', traceparent.replace(/^00/, 'ff')],
    ['invalid about the trace of', traceparent.replace(/a+/, '0'.repeat(32))],
    ['invalid about the parent of', traceparent.replace(/b+/, '0'.repeat(16))],
  ])('has no traceparent with anything %s it', async (_where, sent) => {
    expect(await logOf({ traceparent: sent })).toEqual([expect.objectContaining({ traceparent: undefined })]);
  });
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Checks that the answer has an envelope and that nothing faulted; returns the status. */
async function statusOf({
  method = 'POST',
  path = '/v1/lead',
  headers = {},
  body = '',
}: Sent): Promise<number> {
  const sent: Record<string, string> = { 'x-api-key': 'key-of-acme', ...headers };
  const request: HttpRequest = {
    method,
    path,
    header: (name) => (Object.hasOwn(sent, name) ? sent[name] : undefined),
    body: async () => Buffer.from(body),
  };
  const answer = await api.handle(request);
  expect(faults.splice(0)).toEqual([]);
  expect(answer.headers['x-request-id']).toMatch(/^[\w.:-]+$/);
  expect(JSON.parse(answer.body)).toEqual({ statusCode: answer.status, body: expect.any(Object) });
  return answer.status;
}

/** Checks that each value, sent this way, gets one of these statuses. */
const hold = <T>(
  values: fc.Arbitrary<T>,
  statuses: readonly number[],
  sent: (value: T) => Sent,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(values, async (value) => {
      expect(statuses).toContain(await statusOf(sent(value)));
    }),
  );

const nastyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', '\0', '\uD800', '__proto__', 'toString', 'sales', 'ada@example.com', '5550102030'),
);
const value = fc.oneof({ weight: 3, arbitrary: nastyText }, fc.jsonValue({ maxDepth: 3 }));
const leadLike = fc.record(
  Object.fromEntries([...Object.keys(validLead), '__proto__', 'constructor'].map((name) => [name, value])),
  { requiredKeys: [] },
);
const nearlyValid = leadLike.map((changes) => ({ ...validLead, ...changes }));

const names = [
  'idempotency-key',
  'content-type',
  'content-encoding',
  'x-request-id',
  'traceparent',
  'x-api-key',
];
const headers = fc.dictionary(fc.constantFrom(...names), nastyText);
const starts = fc.constantFrom('/', '/v1/', '/v1/lead', '/v1/lead/', '/readyz');
const methods = fc.oneof(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'), fc.string());

describe('whatever is sent, the status is an expected one', () => {
  it('any JSON', () => hold(fc.json(), [400], (body) => ({ body })));

  it('any values in the fields of a lead', () =>
    hold(fc.oneof(leadLike, nearlyValid), [200, 400], (lead) => ({ body: JSON.stringify(lead) })));

  it('any text in one field of a lead', () =>
    hold(fc.tuple(fc.constantFrom(...Object.keys(validLead)), nastyText), [200, 400], ([field, text]) => ({
      body: JSON.stringify({ ...validLead, [field]: text }),
    })));

  it('any bytes', () => hold(fc.uint8Array({ maxLength: 300 }), [400], (body) => ({ body })));

  it('a valid lead with any bytes changed', () =>
    hold(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }), [200, 400], (changes) => {
      const body = Buffer.from(JSON.stringify(validLead));
      for (const [at, byte] of changes) body[at % body.length] = byte;
      return { body };
    }));

  it('any headers', () =>
    hold(headers, [200, 400, 403, 415, 422], (sent) => ({ headers: sent, body: JSON.stringify(validLead) })));

  it('no key but the right one opens anything under /v1/, whatever the rest of the path', () => {
    const nearly = ['key-of-acme,', 'KEY-OF-ACME', 'key-of-acme,key-of-zenith', 'acme', 'acme:key-of-acme'];
    const guess = fc.oneof(
      nastyText,
      fc.constantFrom(...nearly),
      nastyText.map((more) => `key-of-acme${more}`),
    );
    const isRight = (key: string) => key.split(',').every((part) => part.trim() === 'key-of-acme');
    const wrong = guess.filter((key) => !isRight(key));
    return hold(fc.tuple(wrong, methods, nastyText), [403], ([key, method, rest]) => ({
      method,
      path: `/v1/${rest}`,
      headers: { 'x-api-key': key },
      body: JSON.stringify(validLead),
    }));
  });

  it('any method and path', () =>
    hold(fc.tuple(methods, starts, nastyText), [200, 400, 404, 405], ([method, start, rest]) => ({
      method,
      path: start + rest,
    })));
});
