import { expect, it } from 'vitest';
import { createHttpApi } from '../../src/library/http.ts';
import {
  InMemoryAuditLog,
  InMemoryBackOffice,
  InMemoryCrm,
  InMemoryRecords,
  InMemoryVendors,
} from '../../src/library/in-memory.ts';
import { createLeadService, createOperator, type OperatorServicePorts } from '../../src/library/index.ts';
import { makeLeadApp, serve } from '../../src/library/koa.ts';
import { makeLambdaHandler } from '../../src/library/lambda.ts';
import { vendorQuota } from '../../src/library/rate-limit.ts';

const service = createLeadService({ crm: new InMemoryCrm() });
const api = createHttpApi(service);
const backOffice = new InMemoryBackOffice(new InMemoryRecords());

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
  ['vendors', {}, 'missing: vendors.add, vendors.account'],
  ['backOffice', new InMemoryCrm(), 'missing: backOffice.lead'],
  ['audit', console, 'missing: audit.begin, audit.end'],
])('an operator whose %s is %o is not created', (name, wrong, message) => {
  const ports = { vendors: new InMemoryVendors(), backOffice, audit: new InMemoryAuditLog() };
  expect(() => createOperator({ ...ports, [name]: wrong } as OperatorServicePorts)).toThrow(message);
});

it.each([[undefined], [{}], [new InMemoryCrm()]])('%o is no service', (wrong) => {
  expect(() => createHttpApi(wrong as never)).toThrow(/missing: service\.submitLead/);
});

it('console is no journal', () => {
  const journal = console as never;
  expect(() => createHttpApi(service, { journal })).toThrow('missing: journal.served, journal.fault.');
});

it.each([[undefined], [{}], [service]])('%o is no API', async (wrong) => {
  expect(() => makeLambdaHandler(wrong as never)).toThrow('missing: api.handle');
  expect(() => makeLeadApp(wrong as never)).toThrow('missing: api.handle');
  const started = serve(() => {}, { api: wrong as never, port: 0 });
  await expect(started).rejects.toThrow('missing: api.refuse, api.drain');
});

it.each([
  [{ responseTimeout: Number.NaN }, 'responseTimeout has to be a whole number of at least 1'],
  [{ requestTimeout: 0 }, 'requestTimeout has to be a whole number of at least 1'],
  [{ maxConnections: -1 }, 'maxConnections has to be a whole number of at least 1'],
])('a server with %o is not started', async (wrong, message) => {
  await expect(serve(() => {}, { api, port: 0, ...wrong })).rejects.toThrow(message);
});

it.each([Number.NaN, 0, 1.5])('%d requests a minute are no quota', (perMinute) => {
  expect(() => vendorQuota(perMinute)).toThrow('perMinute has to be a whole number of at least 1');
});

it.each(['nonsense', 'https://example.com', 'https://user:secret@example.com/v1'])(
  '%j is not published as a base URL',
  (production) => {
    const options = { baseUrls: { production } };
    expect(() => createHttpApi(service, options)).toThrow('baseUrls.production must be a valid URL');
  },
);

it.each(['prod', '/prod/', '/', '/a//b'])('no path begins with the prefix %j', (pathPrefix) => {
  expect(() => makeLambdaHandler(api, { pathPrefix })).toThrow('has to look like /prod');
});
