import { expect, it } from 'vitest';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import { compose } from '../../src/bootstrap/compose.ts';
import { deskModules } from '../../src/bootstrap/modules/operator.ts';
import { serveDeskBeside } from '../../src/bootstrap/parts/desk.ts';
import { configure } from '../../src/bootstrap/store.ts';
import { IncompleteStore, type StoreParts, storeModule } from '../../src/library/compose.ts';
import { createHttpApi, vendorQuota } from '../../src/library/http.ts';
import { InMemoryCrm } from '../../src/library/in-memory.ts';
import { createLeadService } from '../../src/library/index.ts';
import { makeLeadApp, serve } from '../../src/library/koa.ts';
import { makeLambdaHandler } from '../../src/library/lambda.ts';
import { inMemory, storeInFile } from '../support/sqlite-file.ts';

const service = createLeadService({ crm: new InMemoryCrm() });
const api = createHttpApi(service);
const { backOffice, vendors, people, audit, hooks, ticketsAt } = storeInFile(inMemory());
const tickets = ticketsAt(() => new Date());

it.each([
  ['no CRM', {}, 'crm.addLead, crm.earlierDeal, crm.statusOf'],
  ['the promise of one', { crm: Promise.resolve(new InMemoryCrm()) }, 'crm.addLead'],
  ['its class', { crm: InMemoryCrm }, 'crm.addLead'],
  ['the CRM as the ports', new InMemoryCrm(), 'crm.addLead'],
  ['keys as text', { crm: new InMemoryCrm(), keys: 'acme:sesame' }, 'keys.find'],
  ['keys as null', { crm: new InMemoryCrm(), keys: null }, 'keys.find'],
  ['vendors as a list', { crm: new InMemoryCrm(), vendors: [] }, 'vendors.markUsed'],
])('a service given %s is not created, and says what is missing', (_what, ports, missing) => {
  expect(() => createLeadService(ports as never)).toThrow(`missing: ${missing}`);
});

const serving = { crm: new InMemoryCrm(), vendors, storeHealth: async () => true };
const operating = { ...backOffice, managedVendors: vendors, audit, people };

it.each([
  ['nothing', {}, 'The store lacks crm, vendors, storeHealth: '],
  ['no health', { ...serving, storeHealth: undefined }, 'lacks storeHealth: crm, vendors, storeHealth go'],
  ['a null', { ...serving, vendors: null }, 'The store lacks vendors: '],
  ['half of what operators need', { ...serving, ...operating, audit: undefined }, 'The store lacks audit: '],
  [
    'half of what webhooks need',
    { ...serving, hooks: {} },
    'The store lacks deliveries: hooks, deliveries go',
  ],
  ['a misspelt part', { ...serving, ticket: {} }, 'A store has no ticket; its parts are crm, vendors, '],
])('a store with %s is not bound, and says what is missing', (_what, parts, message) => {
  expect(() => storeModule(parts as StoreParts)).toThrow(message);
});

it('a CRM with the two methods that were for a lead before is told what takes their place', () => {
  const before = { upsertContact: async () => 'id', addDeal: async () => 'added' } as never;
  const told = 'addLead takes contact and deal at once';
  expect(() => createLeadService({ crm: before })).toThrow(told);
  expect(() => storeModule({ ...serving, crm: before })).toThrow(told);
});

it('what a store lacks does not compile', () => {
  const { audit: _, ...unaudited } = operating;
  const lacking = () => [
    // @ts-expect-error: without storeHealth
    storeModule({ crm: serving.crm, vendors }),
    // @ts-expect-error: without audit
    storeModule({ ...serving, ...unaudited }),
    // @ts-expect-error: without deliveries
    storeModule({ ...serving, hooks }),
    // @ts-expect-error: no part is called so
    storeModule({ ...serving, ticket: tickets }),
    // @ts-expect-error: not a CRM
    storeModule({ ...serving, crm: audit }),
  ];
  expect(lacking).toThrow(IncompleteStore);
  expect(() => storeModule({ ...serving, ...operating, tickets })).not.toThrow();
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

it('a store without what a setting asks for is refused, and the setting is named', async () => {
  const own = { name: 'our CRM', durable: true, module: storeModule(serving) };
  const { config, store } = await configure({ DESK_PORT: '4001', DATA_FILE: 'memory' }, own);
  const journal = new LineJournal('silent');
  const container = await compose(config, {
    store: store.module,
    journal,
    modules: await deskModules(config),
  });
  await expect(serveDeskBeside({ container, config, store, drainTime: 0 })).rejects.toThrow(
    /^DESK_PORT is set: the module of the store \(our CRM\) has to bind tokens\.\w+, .*, too\.$/,
  );
});
