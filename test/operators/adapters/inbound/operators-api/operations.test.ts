import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { tokens } from '../../../../../src/bootstrap/tokens.ts';
import { describe as descriptionOf } from '../../../../../src/operators/adapters/inbound/operators-api/document.ts';
import { served as operations } from '../../../../../src/operators/adapters/inbound/presentation/operations.ts';
import { dealOf, wholeDraft } from '../../../../../suites/samples.ts';
import { someHeld } from '../../../../../suites/source-samples.ts';
import { addLead } from '../../../../support/added-leads.ts';
import { openServedApi } from '../../../../support/served-api.ts';
import { freshFile } from '../../../../support/sqlite-file.ts';

type Json = Record<string, unknown> & { readonly components: { readonly schemas: Record<string, object> } };

/** The description, with no property beyond those that it names. */
const strict = JSON.parse(JSON.stringify(await descriptionOf('1')), (_, value) =>
  value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
) as Json;
const ajv = new Ajv2020({
  strict: false,
  formats: { 'date-time': isTime, date: /^\d{4}-\d\d-\d\d$/, uuid: true },
}); // ids here are shorter
ajv.addSchema(strict, 'api');

function isTime(text: string): boolean {
  return new Date(text).toISOString() === text;
}

const inJson = ['content', 'application/json', 'schema'];
/** As a part of a JSON pointer. */
const escaped = (part: unknown) => encodeURIComponent(`${part}`.replaceAll('/', '~1'));

const asDescribed = (schema: string, value: unknown): string[] => {
  const check = ajv.compile({ $ref: `api#/${schema}` });
  check(value);
  return (check.errors ?? []).map(({ instancePath, message, params }) =>
    [schema, instancePath, message, JSON.stringify(params)].join(' '),
  );
};

/** With two leads of one vendor, and a webhook for its status. */
async function openFullApi(env: Readonly<Record<string, string>> = {}) {
  const api = await openServedApi(env);
  const crm = api.container.get(tokens.crm);
  const vendor = (await api.operator.addVendor({ name: 'Blue Motors', by: 'test' })).id;
  const receivedAt = new Date(Date.now() - 120_000);
  for (const [id, draft] of [
    ['lead-1', wholeDraft],
    ['lead-2', { firstName: 'Bob', email: 'bob@example.com' }],
  ] as const) {
    await addLead(crm, dealOf(draft, { id, vendorId: vendor, receivedAt }));
  }
  const refused = { at: new Date(), requestId: 'r1', status: 400, reason: 'invalid-lead', externalId: 'A-1' };
  const request = { ...refused, vendorId: vendor, problems: ['phone invalid-phone'] };
  await api.container.get(tokens.refusals).add([request]);
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
    const schema =
      Number(answer.status) < 300
        ? ['paths', meant?.path, method.toLowerCase(), 'responses', answer.status, ...inJson]
            .map(escaped)
            .join('/')
        : 'components/schemas/Problem';
    expect([method, path, asDescribed(schema, answer.json)]).toEqual([method, path, []]);
    return answer;
  }
  return { ...api, call, called, vendor, [Symbol.asyncDispose]: api[Symbol.asyncDispose] };
}

async function everyOperation(env: Readonly<Record<string, string>>) {
  await using api = await openFullApi(env);
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
  expect(older.json).not.toHaveProperty('next');
  const wrong = await call(`/leads?limit=1&cursor=${encodeURIComponent(newest.json.next)}`);
  expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid-cursor']);
  const first = await call('/changes?limit=1');
  expect(first.json).toMatchObject({ leads: [{ leadId: 'lead-1' }], more: true });

  expect((await post('/leads/lead-1/move', { status: 'quoted' })).json).toEqual({
    leadId: 'lead-1',
    status: 'Quoted',
    at: expect.any(String),
    statusSince: expect.any(String),
    from: 'In Progress',
    changed: true,
  });
  const changed = await call('/leads?changed=true&limit=1');
  expect(changed.json).toMatchObject({ leads: [{ leadId: 'lead-1', status: 'Quoted' }], more: false });
  const since = await call(`/changes?limit=9&after=${encodeURIComponent(first.json.next)}`);
  const followed = since.json.leads.map(({ leadId, status }: Record<string, string>) => [leadId, status]);
  expect(followed).toEqual([
    ['lead-2', 'In Progress'],
    ['lead-1', 'Quoted'],
  ]);
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
  const added = await post('/people', { name: 'Grace', email: 'grace@example.com', role: 'sales' });
  const { id: mary } = (await post('/people', { name: 'Mary' })).json;
  expect((await post('/people/link', { person: 'Mary', account: 'Grace' })).json).toEqual({
    ...{ person: { id: added.json.id, name: 'Grace' }, linked: mary, linkedName: 'Mary' },
  });
  expect((await post('/people/Grace/link')).json).toMatchObject({
    ...{ person: { name: 'Grace' }, role: 'sales', link: expect.stringMatching(/^\/link\/\w{40,}$/) },
  });
  expect((await post(`/people/${mary}/end-sessions`)).json).toMatchObject({
    person: { name: 'Grace' },
    ended: 1, // the link
  });
  expect([added.status, added.json]).toEqual([
    201,
    { id: expect.stringMatching(/^per_/), name: 'Grace', email: 'grace@example.com', role: 'sales' },
  ]);
  expect((await post('/leads/lead-1/assign', { owner: 'GRACE' })).json).toMatchObject({
    owner: { id: added.json.id, name: 'Grace' },
  });
  expect((await post('/leads/lead-2/assign', { owner: null })).json).toMatchObject({ changed: false });

  for (const [query, found] of [
    ['q=bob%40example.com', ['lead-2']],
    [`status=won&type=${wholeDraft.dealType}`, ['lead-1']],
    ['status=Open', ['lead-2']],
    ['owner=grace', ['lead-1']],
    ['owner=NOBODY&vendor=Blue%20Motors', ['lead-2']],
    [`since=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`, ['lead-1', 'lead-2']],
    ['until=2020-01-01', []],
    ['waiting=1', []],
  ] as const) {
    const { json } = await call(`/leads?${query}`);
    expect([query, json.leads.map(({ leadId }: { leadId: string }) => leadId)]).toEqual([query, found]);
  }

  for (const [query, words] of [
    ['/leads?status=half', 'Allowed values: open, unanswered, late, still, given, In Progress,'],
    ['/leads?since=yesterday', 'A day is one such as'],
    ['/report?month=2026-13', 'Use a form such as'],
    ['/report?until=soon', 'A day is one such as'],
    ['/audit?day=1', 'A day is one such as'],
  ] as const) {
    const { status, json } = await call(query);
    const message = expect.stringContaining(words);
    expect([status, json.errors]).toEqual([
      400,
      [{ field: /\?(\w+)/.exec(query)?.[1], error: 'invalid-value', message }],
    ]);
  }

  const noted = await post('/leads/lead-2/activities', { kind: 'note', text: 'Has a trade-in.' });
  expect(noted.json).toMatchObject({ activity: { kind: 'note', by: 'crm-bridge (token)' } });
  expect((await post('/leads/lead-2/follow-up', { at: '2h', from: null })).json).toMatchObject({
    changed: true,
  });
  expect((await post('/leads/lead-2/follow-up', { at: null, from: null })).json.error).toBe(
    'changed-meanwhile',
  );
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
  expect(worked).toMatchObject({
    lostReason: 'spam',
    answeredAt: expect.any(String),
    activities: [{}, { kind: 'follow-up' }, { kind: 'reached', followUp: {} }],
  });
  expect(worked.followUpAt).toBeUndefined();
  const struck = await call(`/leads/lead-2/activities/${worked.activities[0].id}`, { method: 'DELETE' });
  expect(struck.json).toMatchObject({
    ...{ changed: true, activity: { struckAt: expect.any(String), struckBy: 'crm-bridge (token)' } },
  });
  expect((await call('/leads/lead-2/activities/99', { method: 'DELETE' })).status).toBe(404);
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

  const order = { kind: 'adf', dealType: 'sales', as: 'Blue' };
  const { json: source } = await post(`/vendors/${vendor}/sources`, order);
  expect(source).toMatchObject({ secret: expect.stringMatching(/^lead_source_/), vendor, ...order });
  const form = { kind: 'form', origins: ['https://www.example.com'], fields: ['your-email=email'] };
  const { json: ofForm } = await post(`/vendors/${vendor}/sources`, form);
  expect(ofForm).not.toHaveProperty('secret');
  expect(ofForm).toMatchObject({ ...form, fields: { 'your-email': 'email' } });
  expect((await call(`/vendors/${vendor}/sources`)).json.sources).toHaveLength(2);
  expect((await post(`/sources/${source.source}/rotate`)).json.secret).not.toBe(source.secret);
  const tried = await post(`/sources/${ofForm.source}/try`, { text: 'name=Ada&your-email=ada@example.com' });
  expect(tried.json.leads).toMatchObject([{ lead: true, fields: { firstName: 'Ada' }, wrong: [] }]);
  const hold = api.container.get(tokens.sources);
  for (const id of ['held_1', 'held_2']) await hold.hold(someHeld({ id, key: id, at: new Date() }));
  expect((await call('/held?limit=1')).json).toMatchObject({ held: [{ held: 'held_1' }], more: true });
  const taken = [{ action: 'lead.take', on: 'held', to: '1 page, 1 lead', outcome: 'done' }];
  expect((await call('/audit?on=held')).json.entries).toMatchObject(taken);
  const { next } = (await call('/held?limit=1')).json;
  expect((await call(`/held?limit=1&cursor=${next}`)).json).toEqual({
    ...{ held: [expect.objectContaining({ held: 'held_2' })], more: false },
  });
  expect((await call('/held?cursor=x')).status).toBe(400);
  await hold.hold(someHeld({ id: 'held_3', sourceId: 'src_3', why: 'automatic', at: new Date() }));
  expect((await call('/held?source=src_3')).json.held).toEqual([]);
  expect((await call('/held?apart=automatic&source=src_3')).json.held).toMatchObject([{ held: 'held_3' }]);
  await call('/held/held_3', { method: 'DELETE' });
  expect((await call('/held/held_1')).json).toMatchObject({ text: someHeld().text, fields: { phone: '12' } });
  const incomplete = await post('/held/held_1/send', { email: 'ada@example.com' });
  expect([incomplete.status, incomplete.json.error]).toEqual([400, 'invalid-lead']);
  const { json: made } = await post('/held/held_1/send', { email: 'ada@example.com', phone: '' });
  expect((await call(`/leads/${made.leadId}`)).json).toMatchObject({ customer: { firstName: 'Ada' } });
  expect((await call(`/leads/${made.leadId}/as-it-came`)).json).toMatchObject({
    ...{ leadId: made.leadId, source: someHeld().sourceId, text: someHeld().text },
  });
  expect((await call('/leads/lead-1/as-it-came')).json.error).toBe('unknown-as-it-came');
  const looks = [{ action: 'lead.as-it-came', on: made.leadId, outcome: 'done' }];
  expect((await call(`/audit?on=${made.leadId}&limit=1`)).json.entries).toMatchObject(looks);
  await call('/held/held_2', { method: 'DELETE' });
  expect((await call('/held')).json.held).toEqual([]);
  await hold.hold(someHeld({ at: new Date() }));
  const ofPhone = '/held?phone=555-010-2030';
  expect((await call(ofPhone)).json.held).toHaveLength(1);
  expect((await call('/held?email=bob@example.com')).json.held).toEqual([]);
  expect((await call('/held', { method: 'DELETE' })).status).toBe(400);
  const counted = await call(`${ofPhone}&dryRun=true`, { method: 'DELETE' });
  const erased = await call(ofPhone, { method: 'DELETE' });
  expect([counted.json, erased.json]).toMatchObject([
    { held: 1, erased: false },
    { held: 1, erased: true },
  ]);
  expect((await call('/held')).json.held).toEqual([]);
  await call(`/sources/${source.source}`, { method: 'DELETE' });

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
  expect((await call(`/report?month=${month}`)).json.total.received).toBe(3);
  const { json: audit } = await call('/audit?on=lead-1&limit=2');
  expect(audit).toMatchObject({
    entries: [{ by: 'crm-bridge (token)' }, { by: 'crm-bridge (token)' }],
    more: true,
  });
  const { json: before } = await call(`/audit?on=lead-1&limit=99&cursor=${audit.next}`);
  expect(before).toEqual({ entries: expect.any(Array), more: false });
  const whole = (await call('/audit?on=lead-1&limit=99')).json.entries;
  expect([...audit.entries, ...before.entries]).toEqual(whole);
  const { people } = (await call('/people')).json;
  expect(people).toMatchObject([{ name: 'Grace', hasLeft: false }]);
  expect((await call(`/leads?owner=${people[0].id}`)).json.leads).toMatchObject([{ leadId: 'lead-1' }]);
  const { json: own } = await call(`/audit?by=${audit.entries[0].byId}&on=lead-1&limit=99`);
  expect(own.entries).toContainEqual(
    expect.objectContaining({ action: 'lead.assign', from: null, to: { id: people[0].id, name: 'Grace' } }),
  );
  const today = new Date().toISOString().slice(0, 10);
  expect((await call(`/audit?by=test&day=${today}&on=lead-1`)).json.entries).toEqual([]);
  expect((await call('/audit?day=2026-01-01')).json.entries).toEqual([]);
  expect((await call('/audit?by=test&since=2h')).json.entries.length).toBeGreaterThan(0);
  expect(operations.map(({ id }) => id).filter((id) => !api.called.has(id))).toEqual([]);
  expect(api.log()).toBe('');
}

it('every operation answers as it is described', () => everyOperation({}));

it('also on a file', async () => {
  const { path: DATA_FILE, close } = freshFile();
  await everyOperation({ DATA_FILE });
  await close();
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
  await post('/people', { name: 'Grace' });
  await post('/people', { name: 'Jonas' });
  await post('/leads/lead-1/assign', { owner: 'Grace' });
  const assigned = await post('/leads/lead-1/assign', { owner: 'Jonas', from: null });
  expect([assigned.status, assigned.json.error]).toEqual([409, 'changed-meanwhile']);
  expect((await call('/leads/lead-1')).json).toMatchObject({
    status: 'Evaluation Scheduled',
    owner: { name: 'Grace' },
  });
});

it('says who is not known, and who may be meant, with the field', async () => {
  await using api = await openFullApi();
  const { call } = api;
  const post = (path: string, body: object) => call(path, { method: 'POST', body });
  const { json: grace } = await post('/people', { name: 'Grace' });
  for (const [body, field] of [
    [{ owner: 'Gracie' }, 'owner'],
    [{ owner: 'nobody' }, 'owner'],
    [{ owner: 'Me' }, 'owner'],
    [{ owner: 'Grace', from: 'Bob' }, 'from'],
    [{ owner: null, from: 'null' }, 'from'],
  ] as const) {
    const { status, json } = await post('/leads/lead-1/assign', body);
    expect([status, json]).toMatchObject([
      422,
      { error: 'unknown-person', errors: [{ field, error: json.error }] },
    ]);
  }
  const { json: refused } = await post('/leads/lead-1/assign', { owner: 'Gracie' });
  expect(refused).toMatchObject({ candidates: [grace], message: expect.stringContaining('Grace') });
  const [unknown, vendor] = [await call('/leads?owner=Gracie'), await call('/leads?vendor=nosuch')];
  expect([unknown.status, unknown.json.candidates]).toEqual([vendor.status, [grace]]);
  for (const owner of ['ME', 'me']) expect((await call(`/leads?owner=${owner}`)).json.leads).toEqual([]); // a program’s
  expect((await call('/leads?owner=me-or-nobody')).json.leads).toHaveLength(2);
  for (const owner of ['none', 'null', 'per_0'])
    expect((await call(`/leads?owner=${owner}`)).status).toBe(422);
  expect((await call('/audit?by=Gracie')).json.errors).toMatchObject([
    { field: 'by', error: 'unknown-person' },
  ]);

  for (const id of ['per_1', 'per_2'])
    await api.container.get(tokens.people).keep({
      ...{ id, name: 'Ada', email: `${id}@example.com`, role: undefined, seen: undefined },
    });
  const several = await post('/leads/lead-1/assign', { owner: 'ada' });
  expect([several.status, several.json]).toMatchObject([
    422,
    { error: 'several-people', candidates: [{}, {}] },
  ]);
  const [{ name }] = several.json.candidates;
  expect((await post('/leads/lead-1/assign', { owner: name })).json.owner).toEqual({ id: 'per_1', name });
  expect((await call('/leads?owner=Ada')).json).toMatchObject({
    ...{ error: 'several-people', errors: [{ field: 'owner' }] },
  });
  expect((await call('/people')).json.people).toHaveLength(3);
});

it('adds somebody once, who has neither the name nor the email of another', async () => {
  await using api = await openFullApi();
  const add = (body: object, headers = {}) =>
    api
      .call('/people', { method: 'POST', body, headers })
      .then(({ status, json }) => [status, json] as const);
  const once = { 'idempotency-key': 'k1' };
  const [created, grace] = await add({ name: 'Grace', email: 'grace@example.com' }, once);
  expect([created, await add({ name: 'Grace', email: 'grace@example.com' }, once)]).toEqual([
    201,
    [201, grace],
  ]);
  expect(await add({ name: 'Ada' }, once)).toMatchObject([422, { error: 'idempotency-key-reused' }]);
  for (const body of [{ name: 'GRACE' }, { name: 'Ada', email: 'GRACE@example.com' }])
    expect(await add(body)).toMatchObject([
      409,
      { error: 'person-taken', message: expect.stringContaining(grace.id) },
    ]);
  for (const name of ['nobody', 'per_1'])
    expect(await add({ name })).toMatchObject([400, { error: 'invalid-person-name' }]);
  expect(await add({ name: 'Ada', email: 'ada' })).toMatchObject([400, { errors: [{ field: 'email' }] }]);
  expect(await add({ name: 'Ada', role: 'owner' })).toMatchObject([400, { errors: [{ field: 'role' }] }]);
});

it('knows our ids in capitals, in addresses of the desk, too, and answers them as they were made', async () => {
  await using api = await openFullApi();
  const crm = api.container.get(tokens.crm);
  const id = '019a5b7e-7a41-7d0c-9f5e-3c6f7c1d2e3f';
  const deal = dealOf(wholeDraft, { id, vendorId: api.vendor, receivedAt: new Date() });
  const { contactId } = await addLead(crm, deal);
  const at = `/leads/${id.toUpperCase()}`;
  const post = (path: string, body: object) => api.call(path, { method: 'POST', body });
  const answers = [
    await api.call(at),
    await post(`${at}/move`, { status: 'Quoted' }),
    await post(`${at}/assign`, { owner: null }),
    await post(`${at}/activities`, { kind: 'reached' }),
    await post(`${at}/follow-up`, { at: '2h' }),
  ];
  expect(answers.map(({ status, json }) => [status, json.leadId])).toEqual(Array(5).fill([200, id]));
  const moves = [{ id: id.toUpperCase(), status: 'Won' }];
  expect((await post('/leads/move', { moves })).json.moved).toMatchObject([{ leadId: id, status: 'Won' }]);
  const headers = { cookie: await api.cookie('sales'), origin: api.origin };
  for (const path of [at, `/contacts/${contactId.toUpperCase()}`]) {
    const { status, body } = await api.ask(path, { headers });
    expect([path, status, body.includes(id), body.includes('was merged')]).toEqual([path, 200, true, false]);
  }
  const form = { method: 'POST', headers, body: 'kind=note&text=Moves+house' };
  expect((await api.ask(`${at}/log`, form)).status).toBe(303);
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
    [`/contacts?name=${'a+'.repeat(200)}`, {}, 400, 'invalid-value'],
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

it('answers HEAD without doing what GET does', async () => {
  await using api = await openFullApi();
  const authorization = `Bearer ${await api.issue()}`;
  const before = await api.operator.readAudit({ limit: 9 });
  for (const path of ['/api/leads', '/api/leads/lead-1']) {
    const { status, body } = await api.ask(path, { method: 'HEAD', headers: { authorization } });
    expect([path, status, body]).toEqual([path, 200, '']);
  }
  expect(await api.operator.readAudit({ limit: 9 })).toEqual(before);
});

it('tells a hundred problems of a request and how many more there are, and of a name its beginning', async () => {
  await using api = await openFullApi();
  const fields = (count: number, name: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, 1]));
  const moves = Array.from({ length: 500 }, () => fields(15, 'x'));
  for (const [body, count, most] of [
    [{ ...fields(9_000, 'f'), status: 'Won' }, 9_000, 50_000],
    [{ status: 'Won', ['n'.repeat(700_000)]: 1 }, 1, 1_000],
    [{ moves }, 500 * 17, 50_000], // id and status lack, too
  ] as const) {
    const path = 'moves' in body ? '/leads/move' : '/leads/lead-1/move';
    const { status, json, body: answer } = await api.call(path, { method: 'POST', body });
    expect([status, json.errors.length, answer.length < most]).toEqual([400, Math.min(100, count), true]);
    expect(json.message.endsWith(`And ${count - 100} more.`)).toBe(count > 100);
  }
  const query = Array.from({ length: 2_000 }, (_, n) => `f${n}`).join('&');
  const { json } = await api.call(`/leads?${query}`);
  expect([json.errors.length, json.message.endsWith('And 1900 more.')]).toEqual([100, true]);
});

it('says 404 of the path alone: what a query or a body names and nobody knows is 422, with the field', async () => {
  await using api = await openFullApi();
  const { contactId } = (await api.call('/leads/lead-1')).json;
  const nobody = `per_${'0'.repeat(32)}`;
  const added = await api.call('/hooks', {
    method: 'POST',
    body: { url: 'http://127.0.0.1:9/', operator: true },
  });
  for (const [path, body, field, error] of [
    ['/leads/lead-1/move', { status: 'Lost', lostReason: 'nope' }, 'lostReason', 'unknown-lost-reason'],
    ['/leads/lead-1/move', { status: 'Won', lostReason: 'spam' }, 'lostReason', 'unknown-lost-reason'],
    ['/leads/lead-1/assign', { owner: nobody }, 'owner', 'unknown-person'],
    [`/contacts/${contactId}/merge`, { with: 'nobody' }, 'with', 'unknown-partner'],
    ['/leads/move', { vendor: 'none', moves: [{ id: 'x', status: 'Won' }] }, 'vendor', 'unknown-vendor'],
    ['/hooks', { url: 'http://127.0.0.1:9/', vendor: 'ven_none' }, 'vendor', 'unknown-vendor'],
    [`/hooks/${added.json.hook}/replay`, { event: 'none' }, 'event', 'unknown-event'],
    ['/leads?vendor=none', undefined, 'vendor', 'unknown-vendor'],
    ['/leads?contact=none', undefined, 'contact', 'unknown-contact'],
  ] as const) {
    const { status, json } = await api.call(path, body ? { method: 'POST', body } : {});
    const { message } = json;
    expect([path, status, json]).toEqual([
      path,
      422,
      { error, message, errors: [{ field, error, message }] },
    ]);
  }
  for (const [path, body, error] of [
    ['/leads/none/move', { status: 'Lost', lostReason: 'spam' }, 'unknown-lead'],
    ['/contacts/none/merge', { with: contactId }, 'unknown-contact'],
    ['/vendors/none/keys', {}, 'unknown-vendor'],
    ['/hooks/none/replay', { event: 'none' }, 'unknown-hook'],
  ] as const) {
    const { status, json } = await api.call(path, { method: 'POST', body });
    expect([path, status, json.error]).toEqual([path, 404, error]);
  }
});

it('passes over no header that asks for what it would not do', async () => {
  await using api = await openFullApi();
  const move = { method: 'POST', body: { status: 'Won' } };
  for (const [sent, status, error] of [
    [{ ...move, headers: { 'if-match': '"1"' } }, 412, 'no-etag'],
    [{ ...move, headers: { 'if-none-match': '*' } }, 412, 'no-etag'],
    [{ ...move, headers: { 'if-unmodified-since': new Date(0).toUTCString() } }, 412, 'no-etag'],
    [{ ...move, headers: { 'idempotency-key': '1' } }, 400, 'no-idempotency-key'],
  ] as const) {
    const { status: got, json } = await api.call('/leads/lead-1/move', sent);
    expect([got, json.error]).toEqual([status, error]);
  }
  const headers = { 'idempotency-key': '1' }; // nothing is made twice
  expect((await api.call('/leads/lead-1', { headers })).json.status).toBe('In Progress');
});

it('mends a contact only as long as it is what its author saw', async () => {
  await using api = await openFullApi();
  const { contactId, contact } = (await api.call('/leads/lead-1')).json;
  const edit = (body: object) => api.call(`/contacts/${contactId}`, { method: 'PATCH', body });
  const phone = '5550177777';
  const [made, again] = [
    await edit({ phone, from: { phone: contact.phone } }),
    await edit({ phone, from: { phone: contact.phone } }), // as after an answer that was lost
  ];
  expect([made.json.changed, again.json.changed]).toEqual([['phone'], []]);
  for (const late of [
    { phone: '5550188888', from: { phone: contact.phone } },
    { zip: '10001', from: { phone: contact.phone } },
    { lastName: 'Other', from: { lastName: null } },
  ]) {
    const { status, json } = await edit(late);
    expect([status, json.error]).toEqual([409, 'changed-meanwhile']);
  }
  const seen = { phone: '+1 (555) 017-7777', email: contact.email };
  expect((await edit({ zip: '10001', from: seen })).json.changed).toEqual(['zip']);
  const wrong = await edit({ zip: '10001', from: { fax: '1' } });
  expect([wrong.status, wrong.json.errors[0].field]).toEqual([400, 'from.fax']);
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
  await post(`/vendors/${vendor}/keys`, {}, 'order 1', await api.issue()); // another token, of the same name
  expect((await operator.listVendors()).map(({ name, keys }) => [name, keys.length])).toEqual([
    ['Blue Motors', 2],
    ['Other', 0],
    ['Zenith', 1],
  ]);

  const hook = { url: 'http://127.0.0.1:9/', operator: true };
  const hooks = [await post('/hooks', hook), await post('/hooks', hook)];
  expect(hooks[1]?.json).toEqual(hooks[0]?.json);
  expect(await operator.listHooks()).toHaveLength(1);
  // Its secret is given to nobody else, and never without an entry.
  const foreign = await post('/hooks', hook, 'order 1', await api.issue());
  expect(foreign.json.hook).not.toBe(hooks[0]?.json.hook);
  const entries = await operator.readAudit({ on: hooks[0]?.json.hook, limit: 9 });
  expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual(
    Array(2).fill(['hook.add', 'done']),
  );
  expect((await post('/vendors', { name: 'x' }, '')).json.error).toBe('invalid-idempotency-key');
});
