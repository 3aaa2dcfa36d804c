import { expect, it, vi } from 'vitest';
import type { HttpRequest } from '../../src/adapters/inbound/http/message.ts';
import { AnswerLost, UnusableKey } from '../../src/application/ports/inbound/vendor.ts';
import { type Crm, crmMethods } from '../../src/application/ports/outbound/crm.ts';
import type { Journal } from '../../src/application/ports/outbound/journal.ts';
import { createHttpApi, HttpError, LineJournal } from '../../src/library/http.ts';
import {
  InMemoryAuditLog,
  InMemoryBackOffice,
  InMemoryCrm,
  InMemoryRecords,
  InMemoryVendors,
  StaticKeys,
} from '../../src/library/in-memory.ts';
import {
  ApiKey,
  createLeadService,
  createOperator,
  IdempotencyKeyReused,
  Lead,
  type LeadServicePorts,
  MalformedIdempotencyKey,
  type OperatorServicePorts,
} from '../../src/library/index.ts';
import { makeLeadApp, serve } from '../../src/library/koa.ts';
import { makeLambdaHandler } from '../../src/library/lambda.ts';
import { validLead } from '../support/http-target.ts';
import { someLead } from '../support/leads.ts';

/** What the compiler forbids, and JavaScript or a driver typed `any` returns all the same. */
const anything = (value: unknown) => async (): Promise<never> => value as never;

const journal: Journal = { served: () => {}, fault: () => {}, warn: () => {} };

const post: HttpRequest = {
  method: 'POST',
  path: '/v1/lead',
  header: (name) => ({ 'x-api-key': 'sesame', 'idempotency-key': 'k1' })[name],
  body: async () => Buffer.from(JSON.stringify(validLead)),
};
const get: HttpRequest = { ...post, method: 'GET', path: '/v1/lead/1' };

const backOffice = new InMemoryBackOffice(new InMemoryRecords());
const keys = StaticKeys.parse('acme:sesame');
const apiOf = (ports: Partial<LeadServicePorts>, options = {}) =>
  createHttpApi(createLeadService({ crm: new InMemoryCrm(), keys, ...ports }), { journal, ...options });

it.each<[keyof Crm, unknown]>([
  ['earlierDeal', []],
  ['earlierDeal', { rows: [] }],
  ['earlierDeal', true],
  ['earlierDeal', 'added'],
  ['earlierDeal', { id: 'lead-1' }],
  ['earlierDeal', { id: '', idempotency: { key: 'k1' } }],
  ['earlierDeal', { id: 'lead-1', idempotency: { key: 'k2' } }],
  ['earlierDeal', { id: 'lead-1', idempotency: { key: 'k1', fingerprint: 5 } }],
  ['addDeal', undefined],
  ['addDeal', null],
  ['addDeal', false],
  ['addDeal', 'exists'],
  ['addDeal', { id: 'lead-1' }],
  ['addDeal', { id: 7, idempotency: { key: 'k1' } }],
  ['upsertContact', undefined],
  ['upsertContact', 42],
  ['upsertContact', { id: 'c1' }],
])('a lead is not acknowledged if the CRM’s %s resolves to %j', async (method, value) => {
  const crm = new InMemoryCrm();
  crm[method] = anything(value);
  expect((await apiOf({ crm }).handle(post)).status).toBe(500);
  expect(crm.deals).toEqual([]);
});

it.each([
  [[]],
  ['Won'],
  [3],
  [{ vendorId: 'static:acme', status: 'won' }],
  [{ vendorId: undefined, status: 'Won' }],
])('%j is not told to a vendor as a status', async (value) => {
  const crm = new InMemoryCrm();
  crm.statusOf = anything(value);
  expect((await apiOf({ crm }).handle(get)).status).toBe(500);
});

it.each([[undefined], [null]])('%s is no lead', async (value) => {
  const crm = new InMemoryCrm();
  crm.statusOf = anything(value);
  expect((await apiOf({ crm }).handle(get)).status).toBe(404);
});

it('a CRM may answer at once, without a promise', async () => {
  const crm = new InMemoryCrm();
  crm.statusOf = (() => ({ vendorId: 'static:acme', status: 'Won' })) as never;
  expect((await apiOf({ crm }).handle(get)).status).toBe(200);
});

it.each([[Date.now], [() => new Date('x')], [() => undefined]])(
  'a lead is not acknowledged if the clock gives no Date: %s',
  async (clock) => {
    const crm = new InMemoryCrm();
    expect((await apiOf({ crm, clock: clock as never }).handle(post)).status).toBe(500);
    expect(crm.deals).toEqual([]);
  },
);

it.each([
  ['a draft', { firstName: 'Ada', dealType: 'sales', vendorName: 'Acme', notes: 'Call.' }],
  ['what looks like a lead', { customer: { firstName: '' }, dealType: 'x' }],
  ['nothing', undefined],
])('%s is not submitted in place of a Lead', async (_what, lead) => {
  const crm = new InMemoryCrm();
  const { submitLead } = createLeadService({ crm });
  await expect(submitLead({ lead: lead as never, vendorId: 'acme' })).rejects.toThrow('Lead.parse(draft)');
  expect([crm.contacts, crm.deals]).toEqual([[], []]);
});

it('an account is not opened at a time that is no Date', async () => {
  const ports = { vendors: new InMemoryVendors(), backOffice, audit: new InMemoryAuditLog() };
  const operator = createOperator({ ...ports, clock: Date.now as never });
  await expect(operator.addVendor({ name: 'Acme', by: 'grace' })).rejects.toThrow('clock gave no Date');
});

it('a lead without a key is not passed off as a repetition of another', async () => {
  const crm = new InMemoryCrm();
  const { submitLead } = createLeadService({ crm });
  const submission = { lead: someLead(), vendorId: 'acme' };
  crm.addDeal = anything({ id: 'lead-1' });
  await expect(submitLead(submission)).rejects.toMatchObject({ name: 'BrokenPort', code: 'Crm.addDeal' });
  const foreign = { name: 'ForeignDeal', code: 'lead-1' };
  crm.addDeal = anything({ id: 'lead-1', idempotency: { key: 'once' } });
  await expect(submitLead(submission)).rejects.toMatchObject(foreign);
  await expect(submitLead({ ...submission, idempotencyKey: 'twice' })).rejects.toMatchObject(foreign);
});

it('a key of a kind that would never be accepted is not issued', () => {
  const ports = { vendors: new InMemoryVendors(), backOffice, audit: new InMemoryAuditLog() };
  expect(() => createOperator({ ...ports, keyKind: 'production' as never })).toThrow(
    'keyKind has to be live or test',
  );
});

it.each([[undefined], [{}], [new InMemoryCrm()]])('%o is no service', (service) => {
  expect(() => createHttpApi(service as never)).toThrow(/missing: service\.submitLead/);
});

it.each(['prod', '/prod/', '/', '/a//b'])('no path begins with the prefix %j', (pathPrefix) => {
  const api = apiOf({});
  expect(() => makeLambdaHandler(api, { pathPrefix })).toThrow('has to look like /prod');
});

it.each(['keys', 'vendors'])(
  'a request whose key is looked up in %s for more than five seconds gets a 503',
  async (name) => {
    vi.useFakeTimers();
    try {
      const hanging = { find: () => new Promise<never>(() => {}), markUsed: async () => {} };
      const key = name === 'keys' ? 'sesame' : ApiKey.issue('test', new Uint8Array(24)).value;
      const api = apiOf({ keys: undefined, [name]: hanging });
      const header = (sent: string) => (sent === 'x-api-key' ? key : undefined);
      const answer = api.handle({ ...get, header });
      await vi.advanceTimersByTimeAsync(5_000);
      expect((await answer).status).toBe(503);
    } finally {
      vi.useRealTimers();
    }
  },
);

it('a lead without an id is not acknowledged', async () => {
  const crm = new InMemoryCrm();
  const newLeadId = (() => undefined) as never;
  expect((await apiOf({ crm, newLeadId }).handle(post)).status).toBe(500);
  expect(crm.deals).toEqual([]);
});

it.each([[undefined], [''], [7]])(
  'a caller of the use case that names %j as the vendor is refused',
  async (vendorId) => {
    const crm = new InMemoryCrm();
    const { submitLead, getLeadStatus } = createLeadService({ crm });
    await expect(getLeadStatus({ leadId: 'l1', vendorId: vendorId as never })).rejects.toThrow('vendorId');
    await expect(submitLead({ lead: someLead(), vendorId: vendorId as never })).rejects.toThrow('vendorId');
    expect(crm.deals).toEqual([]);
  },
);

it.each([
  ['without an id', { vendor: { name: 'Acme' }, revoked: undefined }, 500],
  ['whose own id is no text', { id: 5, vendor: { id: 'acme' }, revoked: undefined }, 500],
  ['that may be revoked', { vendor: { id: 'acme' }, revokedAt: new Date(0) }, 500],
  ['without a vendor', { id: 'acme', name: 'Acme' }, 500],
  [
    'that expires at a text',
    { vendor: { id: 'acme' }, revoked: undefined, expires: '2020-01-01T00:00:00Z' },
    500,
  ],
  [
    'that expires at no date',
    { vendor: { id: 'acme' }, revoked: undefined, expires: new Date(Number.NaN) },
    500,
  ],
])('a key %s opens nothing', async (_what, known, status) => {
  const find = anything(known);
  expect((await apiOf({ keys: { find } }).handle(post)).status).toBe(status);
  const { value } = ApiKey.issue('live', new Uint8Array(ApiKey.randomBytes));
  const header = (name: string) => (name === 'x-api-key' ? value : undefined);
  const issued = apiOf({ keys: undefined, vendors: { find, markUsed: async () => {} } });
  expect((await issued.handle({ ...post, header })).status).toBe(status);
});

it('a directory of keys may answer at once, without a promise', async () => {
  const known = { vendor: { id: 'acme', name: 'Acme' } };
  const vendors = { find: (() => ({ ...known, revoked: undefined })) as never, markUsed: async () => {} };
  const { authenticate } = createLeadService({ crm: new InMemoryCrm(), vendors });
  const { value: key } = ApiKey.issue('live', new Uint8Array(ApiKey.randomBytes));
  for (let time = 0; time < 2; time += 1) expect(await authenticate(key)).toMatchObject(known);
});

it.each([
  ['text', 'a text'],
  ['an object', {}],
  ['nothing', undefined],
])('a body that a runtime passes on as %s is a fault, not invalid JSON', async (_what, body) => {
  expect((await apiOf({}).handle({ ...post, body: anything(body) })).status).toBe(500);
});

const caught = (act: () => unknown): Error => {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

const fails = () => {
  throw new Error('no');
};

it('a request is answered whatever fails around it', async () => {
  expect((await apiOf({}).handle({ ...post, header: fails })).status).toBe(500);
  expect((await apiOf({}).handle({ ...post, path: undefined as never })).status).toBe(500);
});

it.each([[fails], [() => undefined], [async () => 'id'], [() => 'a\r\nb: c']])(
  'a request gets a random id where newRequestId gives none: %s',
  async (newRequestId) => {
    const warned: string[] = [];
    const api = apiOf(
      {},
      { newRequestId, journal: { ...journal, warn: (line: string) => warned.push(line) } },
    );
    const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(await api.handle(post)).toMatchObject({ status: 200, headers: { 'x-request-id': uuid } });
    expect(api.refuse('bad-request').headers).toMatchObject({ 'x-request-id': uuid });
    expect(warned).toEqual([expect.stringMatching(/^newRequestId .+ replaced by random ids\.$/)]);
  },
);

it.each([
  ['no CRM', {}, 'crm.upsertContact, crm.addDeal, crm.earlierDeal, crm.statusOf'],
  ['the promise of one', { crm: Promise.resolve(new InMemoryCrm()) }, 'crm.upsertContact'],
  ['its class', { crm: InMemoryCrm }, 'crm.upsertContact'],
  ['the CRM as the ports', new InMemoryCrm(), 'crm.upsertContact'],
  ['keys as text', { crm: new InMemoryCrm(), keys: 'acme:sesame' }, 'keys.find'],
  ['keys as null', { crm: new InMemoryCrm(), keys: null }, 'keys.find'],
  ['vendors as a list', { crm: new InMemoryCrm(), vendors: [] }, 'vendors.markUsed'],
])('a service given %s is not created, and says what is missing', (_what, ports, missing) => {
  expect(() => createLeadService(ports as never)).toThrow(`missing: ${missing}`);
});

it.each([
  ['a clock', { clock: new Date() }],
  ['newLeadId', { newLeadId: 'lead-1' }],
])('%s that is no function is told at once', (_what, wrong) => {
  const message = `has to be a function: ${Object.keys(wrong)}.`;
  expect(() => apiOf(wrong as never)).toThrow(message);
});

it.each([
  ['journal', console, 'missing: journal.served, journal.fault.'],
  ['storeHealth', true, 'has to be a function: storeHealth.'],
  ['newRequestId', 'id', 'has to be a function: newRequestId.'],
  ['takeQuota', 60, 'has to be a function: takeQuota.'],
])('the option %s cannot be %o', (option, wrong, message) => {
  expect(() => apiOf({}, { [option]: wrong })).toThrow(message);
});

it('the log names the method that gave what its port does not allow', async () => {
  const lines: string[] = [];
  const crm = new InMemoryCrm();
  crm.upsertContact = anything({ id: 'c1' });
  await apiOf({ crm }, { journal: new LineJournal('error', (line) => lines.push(line)) }).handle(post);
  expect(lines.map((line) => JSON.parse(line).error)).toEqual(['BrokenPort Crm.upsertContact']);
});

/** What the service itself throws for a vendor's mistake. */
const mistakes = () => [
  caught(() => Lead.parse({} as never)),
  new IdempotencyKeyReused(),
  new MalformedIdempotencyKey(),
  new UnusableKey('revoked', { vendor: { id: 'v', name: 'V' } }),
  new HttpError('forbidden'),
  new AnswerLost(),
];

it.each(mistakes())('%s thrown by an adapter is a fault, and not held against the vendor', async (error) => {
  const throws = async (): Promise<never> => {
    throw error;
  };
  const crmOf = (method: keyof Crm) => Object.assign(new InMemoryCrm(), { [method]: throws });
  for (const method of crmMethods) {
    const request = method === 'statusOf' ? get : post;
    expect((await apiOf({ crm: crmOf(method) }).handle(request)).status, method).toBe(500);
  }
  expect((await apiOf({ keys: { find: throws } }).handle(post)).status).toBe(500);
  expect((await apiOf({}, { takeQuota: throws }).handle(post)).status).toBe(500);
});

it('an idempotency key whose fingerprint a database gives as null was erased: the lead counts as the same', async () => {
  const crm = new InMemoryCrm();
  crm.earlierDeal = anything({ id: 'lead-1', idempotency: { key: 'k1', fingerprint: null } });
  expect(await apiOf({ crm }).handle(post)).toMatchObject({ status: 200 });
});

const minute = { limit: 10, window: 60, remaining: 0, resets: 5, exceeded: true };

it.each([
  [undefined],
  [{}],
  [{ ...minute, resets: '5' }],
  [{ ...minute, limit: Number.NaN }],
  [{ ...minute, exceeded: undefined }],
])('%o is no quota', async (quota) => {
  expect((await apiOf({}, { takeQuota: anything(quota) }).handle(post)).status).toBe(500);
});

it('a quota is told in whole requests and seconds', async () => {
  const takeQuota = async () => ({ ...minute, remaining: -3, resets: 5.7 });
  expect(await apiOf({}, { takeQuota }).handle(post)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '6', ratelimit: '"vendor";r=0;t=6' },
  });
});

it.each([
  ['add', false, 'vendors.add gave neither added nor name-taken'],
  ['changeKeys', true, 'vendors.changeKeys gave no text'],
  ['changeKeys', { id: 'v1' }, 'vendors.changeKeys gave an account without keys'],
  ['changeKeys', { id: 'v1', keys: [] }, 'No key has this id'],
])('no account or key is handed out if %s resolves to %o', async (method, value, message) => {
  const vendors = new InMemoryVendors();
  const operator = createOperator({ vendors, backOffice, audit: new InMemoryAuditLog() });
  await operator.addVendor({ name: 'Acme', by: 'grace' });
  Object.assign(vendors, { [method]: anything(value) });
  const done = Promise.all([
    operator.addVendor({ name: 'Other', by: 'grace' }),
    operator.issueKey({ vendor: 'Acme', by: 'grace' }),
  ]);
  await expect(done).rejects.toThrow(message);
});

it.each(['nonsense', 'https://example.com', 'https://user:secret@example.com/v1'])(
  '%j is not published as a base URL',
  (production) => {
    expect(() => apiOf({}, { baseUrls: { production } })).toThrow('baseUrls.production must be a valid URL');
  },
);

it.each([[undefined], [{}], [createLeadService({ crm: new InMemoryCrm() })]])('%o is no API', (api) => {
  expect(() => makeLambdaHandler(api as never)).toThrow('missing: api.handle');
  expect(() => makeLeadApp(api as never)).toThrow('missing: api.handle');
});

it.each([
  [{ responseTimeout: Number.NaN }, 'responseTimeout has to be a whole number from 1'],
  [{ requestTimeout: 0 }, 'requestTimeout has to be a whole number from 1'],
  [{ maxConnections: -1 }, 'maxConnections has to be a whole number from 1'],
  [{ port: null }, 'port has to be a whole number from 0'],
  [{ warn: console }, 'has to be a function: warn'],
])('a server with %o is not started', async (wrong, message) => {
  const app = () => {};
  await expect(serve(app, { api: apiOf({}), port: 0, ...(wrong as object) })).rejects.toThrow(message);
});

it.each([[undefined], [{}], [console]])('a server is not started for %o in place of an API', async (api) => {
  const started = serve(() => {}, { api: api as never, port: 0 });
  await expect(started).rejects.toThrow('missing: api.refuse, api.drain');
});

it.each([
  ['vendors', {}, 'missing: vendors.add, vendors.account'],
  ['backOffice', new InMemoryCrm(), 'missing: backOffice.lead'],
  ['audit', console, 'missing: audit.begin, audit.end'],
  ['clock', new Date(0), 'has to be a function: clock'],
  ['randomBytes', 24, 'has to be a function: randomBytes'],
])('an operator whose %s is %o is not created', (name, wrong, message) => {
  const ports = { vendors: new InMemoryVendors(), backOffice, audit: new InMemoryAuditLog() };
  expect(() => createOperator({ ...ports, [name]: wrong } as OperatorServicePorts)).toThrow(message);
});
