import { expect, it } from 'vitest';
import { tokens } from '../../../../../src/bootstrap/tokens.ts';
import { someHeld } from '../../../../../suites/source-samples.ts';
import { openServedApi } from '../../../../support/served-api.ts';

it('a search for somebody who is in held leads alone leads to them, and an admin erases them', async () => {
  await using api = await openServedApi();
  const { id: vendorId } = await api.operator.addVendor({ name: 'Blue Motors', by: 'test' });
  const at = new Date();
  for (const [id, email] of [
    ['held_1', 'eve@example.com'],
    ['held_2', 'bob@example.com'],
  ] as const)
    await api.container
      .get(tokens.sources)
      .hold(
        someHeld({ id, vendorId, at, text: `<b>${email}`, fields: { email }, identities: [`e:${email}`] }),
      );
  const seenBy = async (role: 'sales' | 'viewer' | 'admin') => {
    const cookie = await api.cookie(role, role);
    return async (path: string) => (await api.ask(path, { headers: { cookie } })).body;
  };
  const [sales, viewer, admin] = [await seenBy('sales'), await seenBy('viewer'), await seenBy('admin')];
  const found = '<a href="/held?q=Eve%40example.com">1 lead held for somebody to read</a>';
  expect(await sales('/contacts?q=Eve@example.com')).toContain(found);
  expect(await viewer('/contacts?q=Eve@example.com')).not.toContain('held for somebody');
  for (const nobody of ['nobody@example.com', 'Eve', ''])
    expect(await sales(`/contacts?q=${nobody}`)).not.toContain('held for somebody');

  const [list, ofAdmin] = [await sales('/held?q=Eve@example.com'), await admin('/held?q=Eve@example.com')];
  for (const shown of [list, ofAdmin]) {
    expect(shown).toMatch(/eve@example\.com[\s\S]*Blue Motors|Blue Motors[\s\S]*eve@example\.com/);
    expect(shown).not.toContain('bob@example.com');
  }
  expect(list).not.toContain('/held/erase');
  expect(ofAdmin).toContain('href="/held/erase?q=Eve%40example.com"');
  expect(await admin('/held/erase?q=Eve@example.com')).toContain('1 lead held for somebody to read');

  const erase = async (role: 'sales' | 'admin', q: string) => {
    const cookie = await api.cookie(role, role);
    const headers = { cookie, origin: api.origin, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ q }).toString();
    return (await api.ask('/held/erase', { method: 'POST', headers, body })).status;
  };
  const left = async () => (await api.operator.listHeld({ limit: 10 })).held.map(({ id }) => id);
  expect([await erase('sales', 'eve@example.com'), await erase('admin', '')]).toEqual([403, 303]);
  expect(await left()).toEqual(['held_1', 'held_2']);
  expect([await erase('admin', 'EVE@example.com'), await left()]).toEqual([303, ['held_2']]);
});

it('lists what is held by source and page by page, newsletters apart; a lead shows as it came', async () => {
  await using api = await openServedApi();
  const { id: vendorId } = await api.operator.addVendor({ name: 'Blue Motors', by: 'test' });
  const sources = api.container.get(tokens.sources);
  const hold = (id: string, more: object) =>
    sources.hold(someHeld({ id, vendorId, at: new Date(), ...more }));
  for (let n = 0; n < 201; n += 1)
    await hold(`held_a${n}`, { sourceId: 'src_a', at: new Date(Date.now() - 1_000 + n) });
  await hold('held_b', { sourceId: 'src_b', text: '<b>\u0007', readable: 'As read' });
  await hold('held_c', { sourceId: 'src_b', why: 'automatic', fields: {}, problems: [] });
  await hold('held_d', { sourceId: 'src_b', why: 'trapped' });
  const cookie = await api.cookie('sales', 'sales');
  const seen = async (path: string) => (await api.ask(path, { headers: { cookie } })).body;
  const first = await seen('/held');
  expect(first).toContain('>Newsletters and automatic answers (1)</a>');
  expect(first).not.toMatch(/held_(?:a200|b|c|d)"/);
  const [, next = ''] = /rel="next" href="\/(held[^"]+)"/.exec(first) ?? [];
  const second = await seen(`/${next.replaceAll('&amp;', '&')}`);
  expect(second).toMatch(/held_a200"[\s\S]*held_b"/);
  expect(second).not.toMatch(/rel="next"|held_c"/);
  expect(await seen('/held?source=src_b')).toMatch(/held_b"/);
  expect(await seen('/held?source=src_b')).not.toMatch(/held_a/);
  expect(await seen('/held?apart=automatic')).toMatch(/held_c"/);
  expect(first).toContain('>Caught by a form’s trap this week (1)</a>');
  expect(await seen('/held?apart=trapped')).toMatch(/held_d"/);
  expect(await seen('/held/held_b')).toMatch(
    /As people read it[\s\S]*As read[\s\S]*As it came[\s\S]*&#60;b&#62;/,
  );
  const fields = { email: 'ada@example.com', phone: '' };
  const { leadId } = await api.operator.sendHeld({ heldId: 'held_b', fields, by: 'test' });
  expect(await seen(`/leads/${leadId}`)).toContain(`href="/leads/${leadId}/as-it-came"`);
  expect(await seen(`/leads/${leadId}/as-it-came`)).toContain('As read');
  const viewer = await api.cookie('viewer', 'viewer');
  const asViewer = (path: string) => api.ask(path, { headers: { cookie: viewer } });
  expect((await asViewer(`/leads/${leadId}`)).body).not.toContain('as-it-came');
  expect((await asViewer(`/leads/${leadId}/as-it-came`)).status).toBe(403);
});
