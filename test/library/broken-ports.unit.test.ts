import { afterEach, expect, it, vi } from 'vitest';
import { createHttpApi, type HttpOptions } from '../../src/library/http.ts';
import { InMemoryCrm, StaticKeys } from '../../src/library/in-memory.ts';
import { type Crm, createLeadService, type LeadServicePorts, type NewLead } from '../../src/library/index.ts';
import { makeAnnounceReceived } from '../../src/library/operators.ts';
import { validLead } from '../support/http-target.ts';

afterEach(() => void vi.useRealTimers());

const keys = StaticKeys.parse('acme:sesame');
const never = () => new Promise<never>(() => {});

/** A service on these ports, and what its log says of faults. */
function serviceOn(crm: Crm, ports: Partial<LeadServicePorts> = {}, options: HttpOptions = {}) {
  const faults: unknown[] = [];
  const api = createHttpApi(createLeadService({ crm, keys, ...ports }), {
    journal: {
      served: () => {},
      warn: () => {},
      fault: (error) => void faults.push((error as { code?: unknown }).code),
    },
    ...options,
  });
  const ask = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const sent: Record<string, string> = { 'x-api-key': 'sesame', ...headers };
    const body = async () => Buffer.from(JSON.stringify(validLead));
    return (await api.handle({ method, path, header: (name) => sent[name], body })).status;
  };
  const send = (headers = {}) => ask('POST', '/v1/lead', { 'content-type': 'application/json', ...headers });
  return { faults, ask, send };
}

/** The CRM, but for some of its methods. */
const but = (crm: Crm, broken: object): Crm => ({
  addLead: (lead) => crm.addLead(lead),
  earlierDeal: (vendorId, key) => crm.earlierDeal(vendorId, key),
  statusOf: (leadId) => crm.statusOf(leadId),
  ...broken,
});

it.each<[string, object, string]>([
  ['an earlier deal without an id', { earlierDeal: async () => ({}) }, 'crm.earlierDeal'],
  ['nothing for a deal that it did not keep', { addLead: async () => undefined }, 'crm.addLead'],
  ['an earlier deal that has none', { addLead: async () => ({ vendorId: 'acme' }) }, 'crm.addLead'],
])(
  'a CRM that resolves to %s: the vendor hears 500, no lead is kept, and the log names the method',
  async (_what, broken, method) => {
    const crm = new InMemoryCrm();
    const { send, faults } = serviceOn(but(crm, broken));
    expect(await send({ 'idempotency-key': 'k1' })).toBe(500);
    expect([faults, crm.deals]).toEqual([[method], []]);
  },
);

it.each([undefined, true, 'ok'])(
  'a lead that the CRM has kept is in, although addLead resolves to %s: sent again, it would be two',
  async (said) => {
    const crm = new InMemoryCrm();
    const addLead = async (lead: NewLead) => {
      await crm.addLead(lead);
      return said;
    };
    const { send, faults } = serviceOn(but(crm, { addLead }));
    expect(await send()).toBe(200);
    expect([faults, crm.deals.length]).toEqual([['crm.addLead'], 1]);
  },
);

it.each([
  ['nothing', undefined],
  ['a number', 7],
])(
  'a CRM that gives the deal %s for the id of its contact: the vendor hears 500, and no lead is kept',
  async (_what, id) => {
    const crm = new InMemoryCrm();
    const addLead = async ({ dealOf, ...lead }: NewLead) =>
      crm.addLead({ ...lead, dealOf: () => dealOf(id as never) });
    const { send, faults } = serviceOn(but(crm, { addLead }));
    expect([await send(), faults, crm.deals]).toEqual([500, ['crm.addLead'], []]);
  },
);

it('a lead without a vendor is a fault, not unknown', async () => {
  const { ask, faults } = serviceOn(but(new InMemoryCrm(), { statusOf: async () => ({ status: 'Won' }) }));
  expect([await ask('GET', '/v1/lead/1'), faults]).toEqual([500, ['crm.statusOf']]);
});

it.each([
  ['no vendor', {}],
  ['a vendor without an id', { vendor: { name: 'Acme' } }],
  ['an end that is text, and would never come', { vendor: { id: 'acme' }, expires: '2020-01-01' }],
  ['an end that is no time', { vendor: { id: 'acme' }, expires: new Date(Number.NaN) }],
])('a key with %s lets nobody in', async (_what, found) => {
  const crm = new InMemoryCrm();
  const { send, faults } = serviceOn(crm, { keys: { find: async () => found as never } });
  expect([await send(), faults, crm.deals]).toEqual([500, ['keys.find'], []]);
});

it('a list of webhooks that is none keeps no lead', async () => {
  const crm = new InMemoryCrm();
  const { send, faults } = serviceOn(crm, {
    announce: makeAnnounceReceived(
      async () => ({}) as never,
      () => {},
    ) as never,
  });
  expect([await send(), faults, crm.deals]).toEqual([500, ['hooks.hooks'], []]);
});

it.each<[string, Partial<LeadServicePorts>, object, HttpOptions?]>([
  ['keys', { keys: { find: never } }, {}],
  ['the CRM', {}, { addLead: never }],
  ['webhooks', { announce: never }, {}],
  ['quotas', {}, {}, { takeQuota: never }],
])('a request is answered with 503 if %s never answer', async (_what, ports, broken, options) => {
  vi.useFakeTimers();
  const { send } = serviceOn(but(new InMemoryCrm(), broken), ports, options);
  const answer = send();
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await Promise.race([answer, 'no answer'])).toBe(503);
});

it('a store that never says whether it is there is not ready', async () => {
  vi.useFakeTimers();
  const answer = serviceOn(new InMemoryCrm(), {}, { storeHealth: never }).ask('GET', '/readyz');
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await Promise.race([answer, 'no answer'])).toBe(503);
});
