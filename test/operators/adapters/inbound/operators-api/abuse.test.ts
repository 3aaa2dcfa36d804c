import { expect, it } from 'vitest';
import { tokens } from '../../../../../src/bootstrap/tokens.ts';
import type { Operation } from '../../../../../src/operators/adapters/inbound/presentation/operation.ts';
import { served as operations } from '../../../../../src/operators/adapters/inbound/presentation/operations.ts';
import { mayUse } from '../../../../../src/operators/application/operator-as.ts';
import { deskRoles } from '../../../../../src/operators/domain/work/desk-role.ts';
import { dealOf } from '../../../../../suites/samples.ts';
import { someHeld } from '../../../../../suites/source-samples.ts';
import { addLead } from '../../../../support/added-leads.ts';
import { openServedApi } from '../../../../support/served-api.ts';

/** Of what is named in the examples of bodies, what is there in place of it. */
const others: Readonly<Record<string, object>> = {
  moveLeads: { moves: [{ id: 'lead-0', status: 'Quoted', reason: 'The customer came back.' }] },
  assignLead: { owner: 'Ada' },
  linkPeople: { person: 'Mary', account: 'Ada' },
  addHook: { url: 'http://127.0.0.1:8/' },
  sendHeld: { email: 'ada@example.com', phone: '' },
};

/** One of everything. */
async function openFullApi() {
  const api = await openServedApi();
  const { operator } = api;
  const crm = api.container.get(tokens.crm);
  const vendor = (await operator.addVendor({ name: 'Acme', by: 'test' })).id;
  const person = (await operator.addPerson({ name: 'Ada', by: 'test' })).id;
  await operator.addPerson({ name: 'Mary', by: 'test' });
  const { key, text: apiKey } = await operator.issueKey({ vendor, by: 'test' });
  const hook = (await operator.addHook({ url: 'http://127.0.0.1:9/', by: 'test' })).hook.id;
  const deal = { id: 'lead-0', vendorId: vendor, receivedAt: new Date() };
  const asItCame = { sourceId: 'src_1', at: new Date(), text: 'Ada' };
  const leadOfAda = dealOf({ firstName: 'Ada', email: 'ada@example.com' }, deal);
  const { contactId: contact } = await addLead(crm, leadOfAda, { asItCame });
  const leadOfBob = dealOf({ firstName: 'Ada', email: 'bob@example.com' }, { ...deal, id: 'lead-1' });
  const { contactId: other } = await addLead(crm, leadOfBob);
  const source = (await operator.addSource({ kind: 'adf', vendor, fields: {}, by: 'test' })).source.id;
  const held = 'held_1';
  for (const each of [held, 'held_2'])
    await api.container.get(tokens.sources).hold(someHeld({ id: each, key: each, at: new Date() }));
  const parts: Record<string, string> = {
    ...{ source, held },
    ...{ leadId: 'lead-0', contactId: contact, vendor, keyId: key.id, hook, person, activity: '1' },
  };

  /** Resolves to the answer, and to the use cases that were called. */
  async function walk(
    { id, method, path, query, example }: Operation,
    {
      token = '',
      headers = {},
      body = { ...example, ...others[id], ...(id === 'mergeContacts' && { with: other, dryRun: false }) },
    }: {
      readonly token?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    },
  ) {
    api.calls.length = 0;
    const named: Record<string, string> = { ...parts, ...(id === 'dropHeld' && { held: 'held_2' }) }; // the other is sent
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(named[name] ?? ''));
    const asked = query && 'email' in query ? `${filled}?email=ada%40example.com` : filled;
    const { status = 0, body: text } = await api.call(asked, {
      method,
      token,
      headers,
      ...(method !== 'GET' && { body }),
    });
    return { at: `${method} ${asked}`, status, text, calls: [...api.calls] };
  }
  return { ...api, walk, apiKey, [Symbol.asyncDispose]: api[Symbol.asyncDispose] };
}

it('nobody gets anything without a token that works', async () => {
  await using api = await openFullApi();
  const { apiKey, operator } = api;
  const revoked = await api.issue();
  await operator.revokeToken({ tokenId: (await operator.listTokens()).at(-1)?.id ?? '', by: 'test' });
  const expired = await api.issue('admin', 'old', 1_000);
  api.time.passed += 1_000;
  const works = await api.issue();
  const cookie = await api.cookie('admin');
  const session = cookie.replace('desk=', '');
  const digest = (await operator.listTokens()).at(-1)?.digest;
  const cases: Record<string, { token?: string; headers?: Record<string, string> }> = {
    'no token': {},
    'a token of nobody': { token: `lead_operator_${'A'.repeat(43)}` },
    'a revoked one': { token: revoked },
    'an expired one': { token: expired },
    'a vendor’s key': { token: apiKey },
    'a vendor’s key in its own header': { headers: { 'x-api-key': apiKey } },
    'a session of the desk': { token: session },
    'the cookie of a session alone': { headers: { cookie, origin: api.origin } },
    'what the store keeps of a token': { token: `${digest}` },
    'a token in a cookie': { headers: { cookie: `desk=${works}` } },
    'a token in the wrong scheme': { headers: { authorization: `Basic ${works}` } },
    'a token without a scheme': { headers: { authorization: works } },
  };
  for (const [what, sent] of Object.entries(cases)) {
    for (const operation of operations) {
      const { at, status, text, calls } = await api.walk(operation, sent);
      api.time.passed += 1;
      expect([what, at, status, calls]).toEqual([what, at, status === 429 ? 429 : 401, []]);
      expect(text).not.toContain('ada@example.com');
    }
    const known = (await api.call('/leads', { ...sent, token: sent.token ?? '' })).status;
    const unknown = (await api.call('/nothing', { ...sent, token: sent.token ?? '' })).status;
    expect([what, unknown]).toEqual([what, known]); // a stranger does not learn what is there
  }
});

it.each(deskRoles)('a token of a %s does what that role may, and nothing more', async (role) => {
  await using api = await openFullApi();
  const token = await api.issue(role, 'walker');
  // A webhook that is removed could not be paused: what removes comes last.
  for (const operation of operations.toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  )) {
    const { at, status, calls } = await api.walk(operation, { token });
    const isPermitted = mayUse(role, operation.needs);
    expect([at, status === 403, isPermitted || calls]).toEqual([at, !isPermitted, isPermitted || []]);
    if (isPermitted)
      expect([at, status < 300, calls]).toEqual([at, true, expect.arrayContaining([operation.needs])]);
    for (const call of calls) expect([at, call, mayUse(role, call as never)]).toEqual([at, call, true]);
    if (isPermitted || operation.method === 'GET') continue;
    const unread = await api.walk(operation, { token, body: '{' });
    expect([at, unread.status]).toEqual([at, 403]); // the role is asked before the body
  }
  expect(api.log()).toBe('');
  const { entries = [] } = { entries: await api.operator.readAudit({ limit: 100 }) };
  const own = entries.filter(({ action }) => !/^(?:token|person|vendor|key|hook|desk|source)\./.test(action));
  expect(new Set(own.map(({ by }) => by))).toEqual(new Set(['walker (token)']));
});

it('a token opens no page of the desk, and signs nobody in', async () => {
  await using api = await openServedApi();
  const token = await api.issue();
  for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `desk=${token}` }]) {
    const { status, headers: got } = await api.ask('/audit', { headers });
    expect([status, got.location]).toEqual([302, '/sign-in?goal=%2Faudit']);
  }
  const { status } = await api.ask('/leads/change', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, origin: api.origin },
    body: 'move=Won&lead=lead-0',
  });
  expect([status, api.calls.includes('moveLeads')]).toEqual([401, false]);
});

it('who guesses has to wait; nobody who has a token that works does, at the same address either', async () => {
  await using api = await openServedApi({ DESK_URL: 'https://desk.example.com' });
  const token = await api.issue('viewer');
  const from = async (address: string, given: string) => {
    const headers = { 'x-forwarded-for': `10.0.0.1, ${address}` };
    return api.call('/leads', { token: given, headers });
  };
  const old = await Promise.all(Array.from({ length: 40 }, () => from('192.0.2.1', 'lead_operator_old')));
  expect(new Set(old.map(({ status }) => status))).toEqual(new Set([401])); // the same again is no guess
  const guesses = Array.from({ length: 40 }, (_, n) => from('192.0.2.1', `lead_operator_${n}`));
  const answers = await Promise.all(guesses);
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([count(401), count(429)]).toEqual([19, 21]);
  const held = await from('192.0.2.1', 'lead_operator_other');
  expect([held.status, held.json.error, held.headers['retry-after']]).toEqual([
    429,
    'too-many-attempts',
    '60',
  ]);
  for (const address of ['192.0.2.1', '192.0.2.2']) expect((await from(address, token)).status).toBe(200);
  expect((await from('192.0.2.2', 'lead_operator_other')).status).toBe(401);
});

it.each(['constructor', 'prototype', '__proto__'])('%s is an unknown name, as any other', async (name) => {
  await using api = await openServedApi();
  const token = await api.issue('admin');
  for (const [path, body, field] of [
    ['/leads/lead-0/move', `{"status":"Quoted","${name}":1}`, name],
    ['/leads/move', `{"moves":[{"id":"x","status":"Won","${name}":{}}]}`, `moves[0].${name}`],
  ] as const) {
    const { status, json } = await api.call(path, { method: 'POST', token, body });
    expect([status, json.errors]).toMatchObject([400, [{ field, error: 'unknown-field' }]]);
  }
  expect((await api.call(`/leads?${name}=1`, { token })).status).toBe(400);
});

it('a token works no longer at once when it is revoked', async () => {
  await using api = await openServedApi();
  const token = await api.issue('viewer', 'reader');
  expect((await api.call('/leads', { token })).status).toBe(200);
  const { id = '', lastUsed } = (await api.operator.listTokens()).at(-1) ?? {};
  expect(lastUsed).toBeInstanceOf(Date);
  await api.operator.revokeToken({ tokenId: id, by: 'test' });
  const { status, headers, json } = await api.call('/leads', { token });
  expect([status, headers['www-authenticate'], json.error]).toEqual([401, 'Bearer', 'unauthorized']);
});

it('no page of another site can read or ask anything', async () => {
  await using api = await openServedApi();
  const headers = { origin: 'https://evil.example', 'access-control-request-headers': 'authorization' };
  const preflight = await api.call('/leads', { method: 'OPTIONS', token: '', headers });
  const asked = await api.call('/openapi.json', { token: '', headers });
  for (const { headers: got } of [preflight, asked])
    expect(Object.keys(got).filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect([preflight.status, asked.status]).toEqual([401, 200]);
});
