import Router from '@koa/router';
import { expect, it } from 'vitest';
import { deskPages } from '../../../../src/adapters/inbound/desk/desk-pages.ts';
import type { DeskState } from '../../../../src/adapters/inbound/desk/desk-state.ts';
import { tokens } from '../../../../src/bootstrap/tokens.ts';
import { dealOf, leadOf } from '../../../../src/testing/samples.ts';
import { openServedDesk } from '../../../support/served-desk.ts';

/** Every route of the desk for those who have signed in. */
const routes = (() => {
  const router = new Router<DeskState>();
  for (const register of deskPages) register(router);
  return router.stack.flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => ({ method, path: String(path) })),
  );
})();

const looks = ['showLead', 'listLeads', 'findContact', 'findContacts', 'lookAtContact', 'reportLeads'];
const viewer = [...looks, 'exportLeads', 'listVendors', 'leadDeliveries'];
const sales = [...viewer, 'moveLead', 'moveLeads', 'assignLead', 'editContact'];
const reads = [...viewer, 'planMerge', 'listKeys', 'listHooks', 'hookLog', 'vendorActivity', 'readAudit'];

/** A desk with one of everything, and a form that has a value for whatever a page may ask. */
async function openFullDesk() {
  const desk = await openServedDesk();
  const { container, operator } = desk;
  const crm = container.get(tokens.crm);
  const vendor = (await operator.addVendor({ name: 'Acme', by: 'test' })).id;
  const { key } = await operator.issueKey({ vendor, by: 'test' });
  const hook = (await operator.addHook({ url: 'http://127.0.0.1:9/', by: 'test' })).hook.id;
  const contacts: string[] = [];
  for (const [n, email] of ['ada@example.com', 'bob@example.com'].entries()) {
    const draft = { firstName: 'Ada', email };
    contacts.push(await crm.upsertContact(leadOf(draft).customer));
    const receivedAt = new Date();
    await crm.addDeal(
      dealOf(draft, { id: `lead-${n}`, contactId: contacts[n] ?? '', vendorId: vendor, receivedAt }),
    );
  }
  const [contact = '', other = ''] = contacts;
  const form = new URLSearchParams({
    ...{ lead: 'lead-0', reason: 'x', owner: 'Ada', move: 'Won', assign: 'me' },
    ...{ with: other, firstName: 'Eve', email: 'eve@example.com', phone: '' },
    ...{ rows: 'lead-0\tWon', vendor, name: 'Zenith', days: '1', hours: '1', url: 'http://127.0.0.1:8/' },
    ...{
      event: 'evt_1',
      since: '1',
      hook,
      events: 'lead.received',
      yes: 'on',
      confirm: 'yes',
      label: 'x',
      key: key.id,
    },
  }).toString();
  const idIn = (path: string) =>
    path.startsWith('/leads')
      ? 'lead-0'
      : path.startsWith('/contacts')
        ? contact
        : path.startsWith('/hooks')
          ? hook
          : vendor;

  /** Resolves to the status, and to the use cases that were called. */
  async function walk(route: (typeof routes)[number], headers: Record<string, string>) {
    desk.calls.length = 0;
    const path = route.path.replace(':key', key.id).replace(/:\w+/, idIn(route.path));
    const isChange = route.method !== 'GET';
    const { status, headers: got } = await desk.ask(isChange ? path : `${path}?with=${other}`, {
      method: route.method,
      headers: { ...(isChange && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(isChange && { body: form }),
    });
    return { path: `${route.method} ${path}`, status, location: got.location, calls: [...desk.calls] };
  }

  return { ...desk, walk, [Symbol.asyncDispose]: desk[Symbol.asyncDispose] };
}

const beyond = (calls: readonly string[], allowed: readonly string[]) =>
  calls.filter((name) => !allowed.includes(name));

it('nobody gets anything from any page without a session', async () => {
  await using desk = await openFullDesk();
  for (const cookie of ['', `desk=${'A'.repeat(43)}`])
    for (const route of routes) {
      const { path, status, location, calls } = await desk.walk(route, { cookie, origin: desk.origin });
      const expected =
        route.method === 'GET' ? [302, expect.stringMatching(/^\/sign-in\?goal=/)] : [401, undefined];
      expect([path, status, location, calls]).toEqual([path, ...expected, []]);
    }
});

it('no page of another site changes anything, whoever is signed in', async () => {
  await using desk = await openFullDesk();
  const cookie = await desk.cookie('admin');
  for (const route of routes.filter(({ method }) => method !== 'GET'))
    for (const origin of ['https://evil.example', 'null']) {
      const { path, status, calls } = await desk.walk(route, { cookie, origin });
      expect([path, status, calls]).toEqual([path, 403, []]);
    }
});

it.each([
  ['viewer', viewer],
  ['sales', sales],
] as const)('a %s reaches no more than that role may, by any address or form', async (role, allowed) => {
  await using desk = await openFullDesk();
  const cookie = await desk.cookie(role);
  for (const route of routes) {
    const { path, status = 0, calls } = await desk.walk(route, { cookie, origin: desk.origin });
    expect([path, beyond(calls, allowed)]).toEqual([path, []]);
    expect([path, status < 500]).toEqual([path, true]);
    if (role === 'viewer' && route.method !== 'GET') expect([path, status >= 400]).toEqual([path, true]);
  }
});

it('a look changes nothing, and no page fails on what an admin sends', async () => {
  await using desk = await openFullDesk();
  const cookie = await desk.cookie('admin');
  const called = new Set<string>();
  for (const route of [...routes].sort((a, b) => (a.method < b.method ? -1 : 1))) {
    const { path, status = 0, calls } = await desk.walk(route, { cookie, origin: desk.origin });
    if (route.method === 'GET') expect([path, beyond(calls, reads)]).toEqual([path, []]);
    expect([path, status < 500, desk.log()]).toEqual([path, true, '']);
    for (const name of calls) called.add(name);
  }
  expect(called).toContain('listLeads');
});
