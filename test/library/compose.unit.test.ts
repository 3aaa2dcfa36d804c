import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { leadsCommand } from '../../src/bootstrap/leads-command.ts';
import {
  type AnnouncingCrm,
  besideCrm,
  compose,
  fileModule,
  LineJournal,
  operatorModule,
  readConfig,
  type StoreParts,
  storeModule,
  tokens,
} from '../../src/library/compose.ts';
import { createHttpApi, type HttpApi } from '../../src/library/http.ts';
import { InMemoryCrm, StaticKeys } from '../../src/library/in-memory.ts';
import { createLeadService, Lead, type LeadService } from '../../src/library/index.ts';
import { type Announcement, makeAnnounceReceived, openHook, untouched } from '../../src/library/operators.ts';
import { inMemory, storeInFile } from '../support/sqlite-file.ts';

const get = (api: HttpApi, path: string) =>
  api.handle({
    method: 'GET',
    path,
    header: (name) => (name === 'x-api-key' ? 'key' : undefined),
    body: async () => new Uint8Array(),
  });

it('without a journal, faults go to standard error, but their messages do not', async () => {
  const crm = new InMemoryCrm();
  crm.statusOf = () => Promise.reject(new Error('sesame'));
  const api = createHttpApi(createLeadService({ crm, keys: StaticKeys.parse('acme:key') }));
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect((await get(api, '/v1/lead/1')).status).toBe(500);
    expect(written.mock.calls.join()).toMatch(/"error":"Error","at":\["at .*"msg":"fault"/);
    expect(written.mock.calls.join()).not.toMatch(/sesame|"served"/);
  } finally {
    written.mockRestore();
  }
});

it('a service of a class of your own is served, too', async () => {
  class Counting implements LeadService {
    readonly #service = createLeadService({ crm: new InMemoryCrm(), keys: StaticKeys.parse('acme:key') });
    read = 0;
    submitLead(submission: Parameters<LeadService['submitLead']>[0]) {
      return this.#service.submitLead(submission);
    }
    getLeadStatus(query: Parameters<LeadService['getLeadStatus']>[0]) {
      this.read += 1;
      return this.#service.getLeadStatus(query);
    }
    authenticate(apiKey: string) {
      return this.#service.authenticate(apiKey);
    }
  }
  const service = new Counting();
  expect((await get(createHttpApi(service), '/v1/lead/1')).status).toBe(404);
  expect(service.read).toBe(1);
});

it.each([
  ['by default', {}, 200],
  ['without its store', { storeHealth: async () => false }, 503],
  ['while it drains', {}, 503],
])('%s, the service is alive, and says whether it is ready', async (when, options, ready) => {
  const api = createHttpApi(createLeadService({ crm: new InMemoryCrm() }), options);
  if (when === 'while it drains') api.drain();
  expect((await get(api, '/healthz')).status).toBe(200);
  expect((await get(api, '/readyz')).status).toBe(ready);
});

it('a request has the id that the program gives it', async () => {
  const api = createHttpApi(createLeadService({ crm: new InMemoryCrm() }), { newRequestId: () => 'mine-1' });
  expect((await get(api, '/healthz')).headers).toMatchObject({ 'x-request-id': 'mine-1' });
});

/** The operator's use cases on a store, as the library composes them. */
async function operatorOn(parts: Partial<StoreParts> = {}) {
  const { crm, vendors, backOffice, audit, people } = storeInFile(inMemory());
  const store = storeModule({
    ...{ crm, vendors, storeHealth: async () => true },
    ...{ ...backOffice, managedVendors: vendors, audit, people },
    ...parts,
  } as StoreParts);
  const config = await readConfig({}, { name: 'in memory', durable: false });
  const container = await compose(config, {
    store,
    journal: new LineJournal('silent'),
    modules: [operatorModule],
  });
  return {
    operator: container.get(tokens.operator),
    submitLead: container.get(tokens.submitLead),
    announceStatus: container.get(tokens.announceStatus),
  };
}

it('the operator sees all accounts and keys, and no two accounts have one name', async () => {
  const { operator } = await operatorOn();
  const by = 'grace';
  await operator.addVendor({ name: 'Acme', by });
  await expect(operator.addVendor({ name: 'Acme', by })).rejects.toThrow('already exists');
  const { key } = await operator.issueKey({ vendor: 'Acme', by });
  await operator.revokeKey({ keyId: key.id, by });
  const revoked = { id: key.id, revoked: expect.any(Date) };
  expect(await operator.listVendors()).toMatchObject([{ name: 'Acme', keys: [revoked] }]);
});

it('the command line issues keys on a store that keeps accounts and nothing else for operators', async () => {
  const { vendors, audit } = storeInFile(inMemory());
  const parts = { vendors, managedVendors: vendors, audit };
  const module = storeModule({ crm: new InMemoryCrm(), storeHealth: async () => true, ...parts });
  const store = { name: 'our CRM', durable: true, module };
  const leads = async (...args: string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const around = { stdin: new PassThrough(), stdout, stderr, columns: undefined, colours: false };
    const uninterrupted = <T>(work: () => Promise<T>) => work();
    const code = await leadsCommand({
      ...{ args, env: { APP_ENV: 'production' }, store, ...around, user: 'grace' },
      uninterrupted: uninterrupted as never,
    });
    return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
  };
  expect(await leads('vendor', 'add', 'Acme')).toMatchObject({ code: 0 });
  expect(await leads('key', 'issue', 'Acme')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^lead_live_/),
  });
  expect(await leads('lead', 'show', 'lead-1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('its module binds no tokens.'),
  });
});

describe('webhooks of the store are told', () => {
  const lead = Lead.parse({
    ...{ firstName: 'Ada', email: 'ada@example.com', dealType: 'sales' },
    ...{ vendorName: 'Acme', notes: 'Call back.' },
  });
  async function store() {
    const { crm, backOffice, hooks, deliveries } = storeInFile(inMemory());
    const parts = { crm, ...backOffice, hooks, deliveries };
    await parts.hooks.add(
      openHook({ id: 'hook_1', url: 'https://example.com/', vendorId: undefined, created: new Date() }),
    );
    const told = async (leadId: string) => {
      await parts.deliveries.collect();
      return (await parts.deliveries.ofLead(leadId, 9)).map(({ event }) => event.type);
    };
    return { parts, told };
  }

  it('of what the composed service and its operator do', async () => {
    const { parts, told } = await store();
    const { operator, submitLead } = await operatorOn(parts);
    const { leadId } = await submitLead({ lead, vendorId: 'acme' });
    await operator.moveLead({ leadId, to: 'Quoted', by: 'nightly sync' });
    expect(await told(leadId)).toEqual(['lead.status_changed', 'lead.received']);
  });

  it('of a status that another system has set, once for each', async () => {
    const { parts, told } = await store();
    const { announceStatus, submitLead } = await operatorOn(parts);
    const { leadId: id } = await submitLead({ lead, vendorId: 'acme' });
    const before = { id, vendorId: 'acme', status: 'In Progress' } as const;
    const at = new Date();
    for (let n = 0; n < 2; n += 1) await announceStatus(before, { status: 'Won', at });
    expect((await told(id)).toSorted()).toEqual(['lead.received', 'lead.status_changed']);
  });

  it('of leads in a CRM of one’s own, beside a store that has none', async () => {
    const own = new InMemoryCrm();
    const outbox: Announcement[] = [];
    const crm: AnnouncingCrm = {
      earlierDeal: (vendorId, key) => own.earlierDeal(vendorId, key),
      statusOf: (leadId) => own.statusOf(leadId),
      deal: async (leadId) => own.deals.filter(({ id }) => id === leadId).map(untouched)[0],
      async addLead(lead) {
        outbox.push(...(lead.announced ?? []));
        return own.addLead(lead);
      },
      async handOn(add) {
        await add(outbox.splice(0));
        return false;
      },
    };
    const config = await readConfig({}, { name: 'in memory', durable: false });
    const store = besideCrm(crm, await fileModule(':memory:'));
    const journal = new LineJournal('silent');
    const service = await compose(config, { store, journal, modules: [operatorModule] });
    await service
      .get(tokens.hooks)
      .add(openHook({ id: 'hook_1', url: 'https://a.example/', vendorId: undefined, created: new Date(0) }));
    const { leadId } = await service.get(tokens.submitLead)({ lead, vendorId: 'acme' });
    const [deal] = own.deals;
    const deliveries = service.get(tokens.deliveries);
    expect(await deliveries.oldestDue(['hook_1'], new Date())).toEqual(deal?.receivedAt);
    expect(await deliveries.ofLead(leadId, 9)).toMatchObject([{ event: { type: 'lead.received' } }]);
    expect(await deliveries.deal(leadId)).toEqual({ ...deal, activities: [] });
    const by = 'grace';
    const { id: vendor } = await service.get(tokens.operator).addVendor({ name: 'Acme', by });
    const { text } = await service.get(tokens.operator).issueKey({ vendor, by });
    expect(await service.get(tokens.authenticateVendor)(text)).toMatchObject({ vendor: { name: 'Acme' } });
    await expect(service.get(tokens.operator).listLeads({ limit: 9 })).rejects.toThrow('tokens.leads');
  });

  it('of leads that a service composed by hand takes, with the next lead after a webhook was added', async () => {
    const { parts, told } = await store();
    const { submitLead } = createLeadService({
      ...parts,
      announce: makeAnnounceReceived(
        () => parts.hooks.hooks(),
        () => {},
      ),
      clock: () => new Date(0),
    });
    const { leadId } = await submitLead({ lead, vendorId: 'acme' });
    expect(await told(leadId)).toEqual(['lead.received']);
  });
});

it.each([
  ['in use', true],
  ['never asked', false],
])('a store is closed when everything is unbound: %s', async (_what, isUsed) => {
  let closed = 0;
  const parts = {
    crm: new InMemoryCrm(),
    vendors: storeInFile(inMemory()).vendors,
    storeHealth: async () => true,
  };
  const store = storeModule(parts, () => {
    closed += 1;
  });
  const config = await readConfig({}, { name: 'in memory', durable: false });
  const container = await compose(config, { store, journal: new LineJournal('silent') });
  if (isUsed) for (const token of [tokens.crm, tokens.vendors]) container.get<unknown>(token);
  await container.unbindAllAsync();
  expect(closed).toBe(1);
});

it('issued keys are checked as the server does: looked up seldom, their use recorded, never if malformed', async () => {
  const { vendors } = storeInFile(inMemory());
  const asked: string[] = [];
  const find = (digest: string) => {
    asked.push(digest);
    return vendors.find(digest);
  };
  const { authenticate } = createLeadService({
    crm: new InMemoryCrm(),
    vendors: { find, markUsed: vendors.markUsed.bind(vendors) },
  });
  const { operator } = await operatorOn({ vendors, managedVendors: vendors } as Partial<StoreParts>);
  const { id } = await operator.addVendor({ name: 'Acme', by: 'grace' });
  const { text } = await operator.issueKey({ vendor: id, by: 'grace' });

  for (let request = 0; request < 3; request += 1)
    expect((await authenticate(text))?.vendor).toEqual({ id, name: 'Acme' });
  expect(await authenticate('made-up')).toBeUndefined();
  expect(asked).toHaveLength(1);
  const keys = async () => (await operator.listKeys({ vendor: id })).keys;
  await expect.poll(keys).toEqual([expect.objectContaining({ lastUsed: expect.any(Date) })]);
});
