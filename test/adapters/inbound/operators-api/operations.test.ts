import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { describe as descriptionOf } from '../../../../src/adapters/inbound/operators-api/document.ts';
import { operations } from '../../../../src/adapters/inbound/operators-api/operations.ts';
import { tokens } from '../../../../src/bootstrap/tokens.ts';
import { dealOf, leadOf, wholeDraft } from '../../../../src/testing/samples.ts';
import { openServedApi } from '../../../support/served-api.ts';

type Json = Record<string, unknown> & { readonly components: { readonly schemas: Record<string, object> } };

/** The description, with no property beyond those that it names. */
const strict = JSON.parse(JSON.stringify(descriptionOf()), (_, value) =>
  value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
) as Json;
const ajv = new Ajv2020({ strict: false, formats: { 'date-time': isTime, date: /^\d{4}-\d\d-\d\d$/ } });
ajv.addSchema(strict, 'api');

function isTime(text: string): boolean {
  return new Date(text).toISOString() === text;
}

const asDescribed = (schema: string, value: unknown): string[] => {
  const check = ajv.compile({ $ref: `api#/components/schemas/${schema}` });
  check(value);
  return (check.errors ?? []).map(({ instancePath, message, params }) =>
    [schema, instancePath, message, JSON.stringify(params)].join(' '),
  );
};

/** With two leads of one vendor, and a webhook for its status. */
async function openFullApi() {
  const api = await openServedApi();
  const crm = api.container.get(tokens.crm);
  const vendor = (await api.operator.addVendor({ name: 'Blue Motors', by: 'test' })).id;
  const receivedAt = new Date(Date.now() - 120_000);
  for (const [id, draft] of [
    ['lead-1', wholeDraft],
    ['lead-2', { firstName: 'Bob', email: 'bob@example.com' }],
  ] as const) {
    const contactId = await crm.upsertContact(leadOf(draft).customer);
    await crm.addDeal(dealOf(draft, { id, contactId, vendorId: vendor, receivedAt }));
  }
  const refused = { at: new Date(), requestId: 'r1', status: 400, reason: 'invalid-lead', externalId: 'A-1' };
  const requests = [{ ...refused, problems: ['phone invalid-phone'] }];
  const count = { day: '2026-01-01', vendorId: vendor, reason: 'invalid-lead', count: 1, requests };
  await api.container.get(tokens.refusals).add([count]);
  const called = new Set<string>();

  /** Resolves to the answer, which is as described. */
  async function call(path: string, sent: Parameters<typeof api.call>[1] = {}) {
    const answer = await api.call(path, sent);
    const { method = 'GET' } = sent;
    const [bare = ''] = path.split('?');
    const meant = operations.find(
      (each) =>
        each.method === method &&
        new RegExp(`^${each.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare) &&
        (each.id !== 'showLead' || bare !== '/leads/move'),
    );
    if (meant && Number(answer.status) < 300) called.add(meant.id);
    const schema = Number(answer.status) < 300 ? (meant?.answer ?? 'none') : 'Problem';
    expect([method, path, asDescribed(schema, answer.json)]).toEqual([method, path, []]);
    return answer;
  }
  return { ...api, call, called, vendor, [Symbol.asyncDispose]: api[Symbol.asyncDispose] };
}

it('every operation answers as it is described', async () => {
  await using api = await openFullApi();
  const { call, vendor } = api;
  const post = (path: string, body: object = {}) => call(path, { method: 'POST', body });

  const list = await call('/leads?limit=1');
  expect(list.json).toMatchObject({ leads: [{ leadId: 'lead-1', status: 'In Progress' }], more: true });
  const rest = await call(`/leads?limit=9&cursor=${encodeURIComponent(list.json.next)}`);
  expect(rest.json).toMatchObject({ leads: [{ leadId: 'lead-2' }], more: false });
  const newest = await call('/leads?newest=true&limit=1');
  expect(newest.json).toMatchObject({ leads: [{ leadId: 'lead-2' }], more: true });
  const older = await call(`/leads?newest=true&limit=1&cursor=${encodeURIComponent(newest.json.next)}`);
  expect(older.json).toMatchObject({ leads: [{ leadId: 'lead-1' }], more: false });

  expect((await post('/leads/lead-1/move', { status: 'quoted' })).json).toEqual({
    leadId: 'lead-1',
    status: 'Quoted',
    from: 'In Progress',
    changed: true,
  });
  const changed = await call('/leads?changed=true&limit=1');
  expect(changed.json).toMatchObject({ leads: [{ leadId: 'lead-1', status: 'Quoted' }], more: false });
  const moves = [
    { id: 'lead-1', status: 'Won', reason: 'signed' },
    { id: 'lead-9', status: 'Won' },
  ];
  expect((await post('/leads/move', { moves })).json).toEqual({
    moved: [
      { id: 'lead-1', leadId: 'lead-1', status: 'Won', from: 'Quoted', changed: true },
      { id: 'lead-9', refused: 'No lead has this id.' },
    ],
  });
  expect((await post('/leads/lead-1/assign', { owner: 'Grace' })).json).toMatchObject({
    owner: { name: 'Grace' },
  });
  expect((await post('/leads/lead-2/assign', { owner: null })).json).toMatchObject({ changed: false });

  for (const [query, found] of [
    ['q=bob%40example.com', ['lead-2']],
    [`status=won&type=${wholeDraft.dealType}`, ['lead-1']],
    ['status=open', ['lead-2']],
    ['owner=Grace', ['lead-1']],
    ['owner=nobody&vendor=Blue%20Motors', ['lead-2']],
    [`since=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`, ['lead-1', 'lead-2']],
    ['until=2020-01-01', []],
    ['waiting=1', []],
  ] as const) {
    const { json } = await call(`/leads?${query}`);
    expect([query, json.leads.map(({ leadId }: { leadId: string }) => leadId)]).toEqual([query, found]);
  }

  const noted = await post('/leads/lead-2/activities', { kind: 'note', text: 'Has a trade-in.' });
  expect(noted.json).toMatchObject({ activity: { kind: 'note', by: 'crm-bridge (token)' } });
  expect((await post('/leads/lead-2/follow-up', { at: '2h', from: null })).json).toMatchObject({
    changed: true,
  });
  expect((await post('/leads/lead-2/follow-up', { at: null, from: null })).json).toMatchObject({
    changed: false,
  });
  expect((await post('/leads/lead-2/follow-up', { at: '3h', from: null })).json.error).toBe(
    'changed-meanwhile',
  );
  const { json: due } = await call('/leads?due=today');
  expect(due.leads.length).toBe(new Date(Date.now() + 7_200_000).getDate() === new Date().getDate() ? 1 : 0);
  expect((await call('/lost-reasons')).json.reasons).toContainEqual({
    code: 'spam',
    words: 'Spam',
    counts: false,
  });
  const lost = { status: 'Lost', lostReason: 'spam', kind: 'reached', text: 'It was a joke.' };
  expect((await post('/leads/lead-2/move', lost)).json).toMatchObject({
    ...{ status: 'Lost', lostReason: 'spam', activity: { kind: 'reached', text: 'It was a joke.' } },
  });
  const { json: worked } = await call('/leads/lead-2');
  expect(worked).toMatchObject({ lostReason: 'spam', answeredAt: expect.any(String), activities: [{}, {}] });
  expect(worked.followUpAt).toBeUndefined();
  expect(worked.history.at(-1).followUpAt).toEqual(expect.any(String));
  await post('/leads/move', { moves: [{ id: 'lead-2', status: 'In Progress', reason: 'no joke' }] });
  expect((await call('/leads?q=lead-2')).json.leads[0].reopened).toEqual({ at: expect.any(String) });
  for (const body of [
    { kind: 'note' },
    { kind: 'sung' },
    { text: 'x' },
    { kind: 'called', text: 'x'.repeat(2001) },
  ])
    expect((await post('/leads/lead-2/activities', body)).status).toBe(400);
  for (const at of ['soon', '2020-01-01', 5, undefined])
    expect((await post('/leads/lead-2/follow-up', { at })).status).toBe(400);
  expect((await post('/leads/lead-2/move', { status: 'Quoted', text: 'x' })).status).toBe(400);

  const { json: hook } = await post('/hooks', { url: 'http://127.0.0.1:9/', operator: true });
  await post('/leads/lead-1/move', { status: 'Quoted', reason: 'came back' });
  const { json: shown } = await call('/leads/lead-1');
  expect(shown).toMatchObject({
    owner: { name: 'Grace' },
    vehicle: { make: expect.any(String) },
    deliveries: [{}],
  });
  expect(shown.history.at(-1)).toMatchObject({ by: 'crm-bridge (token)', reason: 'came back' });

  const { contactId } = shown;
  expect((await call('/contacts?email=ada%40example.com')).json.contacts[0]).toMatchObject({ contactId });
  const edited = await call(`/contacts/${contactId}`, {
    method: 'PATCH',
    body: { zip: '10001', lastName: null },
  });
  expect(edited.json).toMatchObject({ contact: { zip: '10001' }, changed: ['lastName', 'zip'] });
  const other = (await call('/leads/lead-2')).json.contactId;
  expect((await post(`/contacts/${contactId}/merge`, { with: other, dryRun: true })).json).toMatchObject({
    leads: 1,
    merged: false,
  });
  expect((await post(`/contacts/${contactId}/merge`, { with: other })).json).toMatchObject({ merged: true });
  const { json: both } = await call(`/contacts/${other}`);
  expect(both).toMatchObject({ contactId, mergedIds: [other], leads: [{}, {}], more: false });
  const { json: file } = await call(`/contacts/${contactId}/export`);
  const leads = [{ leadId: 'lead-1', told: [{ hook: hook.hook }] }, { leadId: 'lead-2' }];
  expect(file).toMatchObject({ contactId, mergedIds: [other], leads });

  expect((await call('/vendors')).json.vendors).toMatchObject([{ vendor, keys: 0 }]);
  expect((await post('/vendors', { name: 'Zenith' })).status).toBe(201);
  const { json: key } = await post('/vendors/Blue%20Motors/keys', { expires: '90d' });
  expect(key.key).toMatch(/^lead_test_/);
  const { json: rotated } = await post(`/keys/${key.keyId}/rotate`, { overlap: '1d' });
  expect(rotated.replaces).toBe(key.keyId);
  expect((await post(`/keys/${rotated.keyId}/revoke`)).json.state).toBe('revoked');
  expect((await call(`/vendors/${vendor}/keys`)).json.keys).toHaveLength(2);
  const { json: refused } = await call('/vendors/Blue%20Motors/refusals');
  expect(refused).toMatchObject({ vendor, requests: [{ status: 400, problems: ['phone invalid-phone'] }] });

  expect((await call('/hooks')).json.hooks).toMatchObject([{ hook: hook.hook, operator: true }]);
  const { json: tested } = await post(`/hooks/${hook.hook}/test`);
  await post(`/hooks/${hook.hook}/replay`, { since: '1h' });
  await post(`/hooks/${hook.hook}/replay`, { event: tested.event });
  expect((await call(`/hooks/${hook.hook}/log?failed=true&limit=5`)).json).toEqual({ attempts: [] });
  expect((await post(`/hooks/${hook.hook}/rotate`, { overlap: '1h' })).json.secret).toMatch(/^whsec_/);
  expect((await post(`/hooks/${hook.hook}/pause`)).json).toMatchObject({ paused: true });
  expect((await post(`/hooks/${hook.hook}/resume`)).json).toMatchObject({ paused: false });
  expect((await call(`/hooks/${hook.hook}`, { method: 'DELETE' })).json).toMatchObject({ removed: true });

  const month = new Date().toISOString().slice(0, 7);
  expect((await call(`/report?month=${month}`)).json.total.received).toBe(2);
  const { json: audit } = await call('/audit?on=lead-1&limit=2');
  expect(audit).toMatchObject({
    entries: [{ by: 'crm-bridge (token)' }, { by: 'crm-bridge (token)' }],
    more: true,
  });
  const { people } = (await call('/people')).json;
  expect(people).toMatchObject([{ name: 'Grace', hasLeft: false }]);
  expect((await call(`/leads?owner=${people[0].id}`)).json.leads).toMatchObject([{ leadId: 'lead-1' }]);
  const { json: own } = await call(`/audit?by=${audit.entries[0].byId}&on=lead-1&limit=99`);
  expect(own.entries).toContainEqual(
    expect.objectContaining({ action: 'lead.assign', from: null, to: { id: people[0].id, name: 'Grace' } }),
  );
  const today = new Date().toISOString().slice(0, 10);
  expect((await call(`/audit?by=nobody+else&day=${today}`)).json.entries).toEqual([]);
  expect((await call('/audit?day=2026-01-01')).json.entries).toEqual([]);
  expect((await call('/audit?by=test&since=2h')).json.entries.length).toBeGreaterThan(0);
  expect(operations.map(({ id }) => id).filter((id) => !api.called.has(id))).toEqual([]);
  expect(api.log()).toBe('');
});

it('moves and assigns nothing that is no longer what its author saw', async () => {
  await using api = await openFullApi();
  const { call } = api;
  const post = (path: string, body: object) => call(path, { method: 'POST', body });
  await post('/leads/lead-1/move', { status: 'Quoted' });
  const { status: _, statusSince } = (await call('/leads/lead-1')).json;
  await post('/leads/lead-1/move', { status: 'Evaluation Scheduled', from: 'Quoted' });

  for (const seen of [{ from: 'Quoted' }, { statusSince }]) {
    const answer = await post('/leads/lead-1/move', { status: 'Won', ...seen });
    expect([answer.status, answer.json.error]).toEqual([409, 'changed-meanwhile']);
    const many = await post('/leads/move', { moves: [{ id: 'lead-1', status: 'Won', ...seen }] });
    expect(many.json.moved).toMatchObject([
      { reason: 'changed-meanwhile', last: { status: 'Evaluation Scheduled' } },
    ]);
  }
  await post('/leads/lead-1/assign', { owner: 'Grace' });
  const assigned = await post('/leads/lead-1/assign', { owner: 'Jonas', from: null });
  expect([assigned.status, assigned.json.error]).toEqual([409, 'changed-meanwhile']);
  expect((await call('/leads/lead-1')).json).toMatchObject({
    status: 'Evaluation Scheduled',
    owner: { name: 'Grace' },
  });
});

it('says of a request what is wrong with it, all at once', async () => {
  await using api = await openFullApi();
  const { call } = api;
  const answer = await call('/leads/move', {
    method: 'POST',
    body: {
      moves: [
        { id: 'lead-1', status: 'Sold' },
        { status: 'Won', why: 1 },
      ],
      vendors: 'x',
    },
  });
  expect([answer.status, answer.json.error]).toEqual([400, 'unknown-field']);
  expect(answer.json.errors.map(({ field, error }: Record<string, string>) => [field, error])).toEqual([
    ['vendors', 'unknown-field'],
    ['moves[0].status', 'invalid-value'],
    ['moves[1].why', 'unknown-field'],
    ['moves[1].id', 'required'],
  ]);
  for (const [path, sent, status, error] of [
    ['/leads?stauts=Won', {}, 400, 'unknown-field'],
    ['/leads?status=Won&status=Lost', {}, 400, 'invalid-value'],
    ['/leads?limit=0', {}, 400, 'invalid-value'],
    ['/leads?waiting=-1', {}, 400, 'invalid-value'],
    ['/leads?since=2026-02-30', {}, 400, 'invalid-value'],
    ['/leads?cursor=bogus', {}, 400, 'invalid-value'],
    ['/contacts?name=a&phone=5550109999', {}, 400, 'invalid-value'],
    ['/report?month=2026-11&since=2026-11-01', {}, 400, 'invalid-value'],
    [
      '/leads/lead-1/move',
      { method: 'POST', body: { status: 'In Progress', reason: 1 } },
      400,
      'invalid-value',
    ],
    ['/leads/lead-1/move', { method: 'POST', body: '[]' }, 400, 'invalid-value'],
    ['/leads/lead-1/move', { method: 'POST', body: '{' }, 400, 'invalid-json'],
    ['/leads/lead-1/move', { method: 'POST', body: { status: null } }, 400, 'required'],
    ['/leads/lead-9', {}, 404, 'unknown-lead'],
    ['/lead', {}, 404, 'unknown-path'],
    ['/leads/', {}, 404, 'unknown-path'],
    ['/leads/lead-1', { method: 'DELETE' }, 405, 'method-not-allowed'],
    ['/leads/%zz', {}, 404, 'unknown-lead'],
    ['/vendors', { method: 'POST', body: { name: 'Blue Motors' } }, 409, 'vendor-name-taken'],
    ['/hooks', { method: 'POST', body: { url: 'x', operator: true } }, 400, 'invalid-hook'],
    [
      '/leads/lead-1/move',
      {
        method: 'POST',
        body: 'status=Won',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      415,
      'media-type',
    ],
    ['/leads/lead-1/move', { method: 'POST', body: ' '.repeat(1_000_001) }, 413, 'too-large'],
    ['/leads/lead-1/move', { method: 'POST', body: `[${'0,'.repeat(10_000)}0]` }, 400, 'too-many-values'],
  ] as const) {
    const { status: got, json } = await call(path, sent);
    expect([path, got, json?.error]).toEqual([path, status, error]);
  }
  const { headers } = await call('/leads/lead-1', { method: 'DELETE' });
  expect(headers.allow).toBe('HEAD, GET');
  await call('/leads/lead-1/move', { method: 'POST', body: { status: 'Won' } });
  const { status, json } = await call('/leads/lead-1/move', { method: 'POST', body: { status: 'Lost' } });
  expect([status, json.error, json.message]).toEqual([
    409,
    'forbidden-move',
    expect.stringMatching(/Allowed: In Progress, Quoted, Evaluation Scheduled\.$/),
  ]);
  expect(api.log()).toBe('');
});

it('makes nothing twice for one Idempotency-Key', async () => {
  await using api = await openFullApi();
  const { call, operator, vendor } = api;
  const post = (path: string, body: object, key = 'order 1', token?: string) =>
    call(path, {
      method: 'POST',
      body,
      headers: { 'idempotency-key': key },
      ...(token !== undefined && { token }),
    });
  const [first, again] = [
    await post('/vendors', { name: 'Zenith' }),
    await post('/vendors', { name: 'Zenith' }),
  ];
  expect([first.status, again.status, again.json]).toEqual([201, 201, first.json]);
  const other = await post('/vendors', { name: 'Other' });
  expect([other.status, other.json.error]).toEqual([422, 'idempotency-key-reused']);
  expect((await post('/vendors', { name: 'Other' }, 'order 2')).status).toBe(201);

  const { json: key } = await post(`/vendors/${vendor}/keys`, {});
  const second = await post(`/vendors/${vendor}/keys`, {});
  expect([second.status, second.json.error]).toEqual([409, 'made-before']);
  expect(second.json.message).toContain(key.keyId);
  expect(second.body).not.toContain(key.key);
  await post(`/vendors/${first.json.vendor}/keys`, {}); // another path
  await post(`/vendors/${vendor}/keys`, {}, 'order 1', await api.issue('admin', 'another program'));
  expect((await operator.listVendors()).map(({ name, keys }) => [name, keys.length])).toEqual([
    ['Blue Motors', 2],
    ['Other', 0],
    ['Zenith', 1],
  ]);

  const hook = { url: 'http://127.0.0.1:9/', operator: true };
  const hooks = [await post('/hooks', hook), await post('/hooks', hook)];
  expect(hooks[1]?.json).toEqual(hooks[0]?.json);
  expect(await operator.listHooks()).toHaveLength(1);
  expect((await post('/vendors', { name: 'x' }, '')).json.error).toBe('invalid-idempotency-key');
});
