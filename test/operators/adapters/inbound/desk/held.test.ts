import { expect, it } from 'vitest';
import { tokens } from '../../../../../src/bootstrap/tokens.ts';
import { someHeld } from '../../../../../src/testing/source-samples.ts';
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
