import type Router from '@koa/router';
import { expect, it } from 'vitest';
import { tokens } from '../../../../../src/bootstrap/tokens.ts';
import {
  type DeskOptions,
  makeDeskApp,
} from '../../../../../src/operators/adapters/inbound/desk/desk-app.ts';
import { deskPages } from '../../../../../src/operators/adapters/inbound/desk/desk-pages.ts';
import type { RegisterRoute } from '../../../../../src/operators/adapters/inbound/desk/desk-state.ts';
import { mayUse, type UseCase } from '../../../../../src/operators/application/operator-as.ts';
import { type DeskRole, deskRoles } from '../../../../../src/operators/domain/work/desk-role.ts';
import { dealOf } from '../../../../../suites/samples.ts';
import { addLead } from '../../../../support/added-leads.ts';
import { fieldsOf } from '../../../../support/desk-forms.ts';
import { openServedDesk } from '../../../../support/served-desk.ts';
import { reads, sales, viewer } from '../../../../support/who-may.ts';

/** Every address of the desk for those who have signed in, with the use case that it needs. */
const routes: { readonly method: string; readonly path: string; readonly needs: UseCase }[] = [];
const get: RegisterRoute = (path, needs) => void routes.push({ method: 'GET', path, needs });
const post: RegisterRoute = (path, needs) => void routes.push({ method: 'POST', path, needs });
for (const register of deskPages) register({ get, post });

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
    const receivedAt = new Date();
    const deal = dealOf(draft, { id: `lead-${n}`, vendorId: vendor, receivedAt });
    contacts.push((await addLead(crm, deal)).contactId);
  }
  const { id: person } = await operator.addPerson({ name: 'Ada', by: 'test' });
  const [contact = '', other = ''] = contacts;
  const form = new URLSearchParams({
    ...{ lead: 'lead-0', reason: 'x', owner: 'Ada', move: 'Won', assign: 'me' },
    ...{ text: 'x', to: 'nobody', person: 'Ada', account: 'Ada', role: 'viewer' },
    ...{ with: other, firstName: 'Eve', email: 'eve@example.com', phone: '' },
    ...{ rows: 'lead-0\tWon', vendor, name: 'Zenith', days: '1', hours: '1', url: 'http://127.0.0.1:8/' },
    ...{
      event: 'evt_1',
      since: '1',
      at: '3d',
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
          : path.startsWith('/people')
            ? person
            : vendor;

  /** Resolves to the status, and to the use cases that were called. */
  async function walk(route: (typeof routes)[number], headers: Record<string, string>) {
    const path = `${route.path.replace(':key', key.id).replace(/:\w+/, idIn(route.path))}?with=${other}`;
    const isChange = route.method !== 'GET';
    const { body: page } = isChange ? await desk.ask(path, { headers }) : { body: '' }; // perhaps a question
    const ticket = fieldsOf(page).flatMap(([name, value]) => (name === 'plan' ? `&plan=${value}` : []));
    desk.calls.length = 0;
    const { status, headers: got } = await desk.ask(path, {
      method: route.method,
      headers: { ...(isChange && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      // With a place to go to, what is logged is a move; a source has a kind.
      ...(isChange && {
        body: route.path.endsWith('/log')
          ? form.replace('move=Won', 'move=')
          : `${form}${route.needs === 'addSource' ? '&kind=form' : ''}${ticket}`,
      }),
    });
    return { path: `${route.method} ${path}`, status, location: got.location, calls: [...desk.calls] };
  }

  return { ...desk, walk, contacts, [Symbol.asyncDispose]: desk[Symbol.asyncDispose] };
}

const beyond = (calls: readonly string[], allowed: readonly string[]) =>
  calls.filter((name) => !allowed.includes(name));

it('every address but those of the sign-in needs a use case', () => {
  const all = makeDeskApp({ url: 'http://127.0.0.1:3001/' } as DeskOptions, ...deskPages)
    .middleware.flatMap((each) => ('router' in each ? (each.router as Router).stack : []))
    .flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
    );
  const open = [
    'GET /link/:link',
    'GET /sign-in',
    'GET /sign-in/begin',
    'GET /sign-in/done',
    'POST /link/:link',
    'POST /sign-out',
  ];
  expect(all.toSorted()).toEqual(
    [...routes.map(({ method, path }) => `${method} ${path}`), ...open].toSorted(),
  );
});

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

it('a page that nobody opens is not looked at: by HEAD, or fetched in advance', async () => {
  await using desk = await openFullDesk();
  const cookie = await desk.cookie('admin');
  const ahead = [
    ...[{ 'sec-purpose': 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }],
    ...[{ 'x-moz': 'prefetch' }, { 'x-purpose': 'preview' }],
  ];
  const own = ['listHooks']; // what the head of each page asks
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const path = route.path.replace(/:\w+/, 'lead-0');
    desk.calls.length = 0;
    const { status, body } = await desk.ask(path, { method: 'HEAD', headers: { cookie } });
    expect([path, status, body, beyond(desk.calls, own)]).toEqual([path, 200, '', []]);
    for (const headers of ahead) {
      desk.calls.length = 0;
      const { status, cookies } = await desk.ask(path, { headers: { cookie, ...headers } });
      expect([path, headers, status, cookies, desk.calls]).toEqual([path, headers, 503, [], []]);
    }
  }
  expect((await desk.ask('/desk.css', { headers: { purpose: 'prefetch' } })).status, 'not a page').toBe(200);
});

it('no page of another site changes anything, whoever is signed in', async () => {
  await using desk = await openFullDesk();
  const cookie = await desk.cookie('admin');
  for (const route of routes.filter(({ method }) => method !== 'GET'))
    for (const origin of ['https://evil.example', 'null', '']) {
      const { path, status, calls } = await desk.walk(route, { cookie, ...(origin && { origin }) });
      expect([path, status, calls]).toEqual([path, 403, []]);
    }
});

const useCases: Readonly<Partial<Record<DeskRole, readonly string[]>>> = { viewer, sales };

it.each(deskRoles)('a %s reaches what that role may, and nothing more, by address or form', async (role) => {
  await using desk = await openFullDesk();
  const cookie = await desk.cookie(role);
  const erasing = ({ path }: { readonly path: string }): number => (path.endsWith('/erase') ? 1 : 0);
  for (const route of routes.toSorted((one, other) => erasing(one) - erasing(other))) {
    const { path, status = 0, calls } = await desk.walk(route, { cookie, origin: desk.origin });
    const isPermitted = mayUse(role, route.needs);
    expect([path, status === 403, isPermitted || calls]).toEqual([path, !isPermitted, isPermitted || []]);
    if (isPermitted && route.method === 'POST')
      expect([path, calls]).toEqual([path, expect.arrayContaining([route.needs])]);
    expect([path, status < 500, desk.log()]).toEqual([path, true, '']);
    expect([path, beyond(calls, useCases[role] ?? calls)]).toEqual([path, []]);
    if (route.method === 'GET') expect([path, beyond(calls, reads)]).toEqual([path, []]);
  }
});

it('whoever looks at a customer, or takes leads away, is in the audit log', async () => {
  await using desk = await openFullDesk();
  const [one, other] = desk.contacts;
  for (const [path, expected] of [
    ['/leads/lead-0', ['lead.show lead-0']],
    ['/leads/lead-0/erase', ['lead.show lead-0']],
    ['/contacts?q=ada%40example.com', ['contact.find contacts']],
    ['/?q=ada%40example.com', ['contact.find contacts']],
    [`/contacts/${one}`, [`contact.show ${one}`]],
    [`/contacts/${one}/erase`, [`contact.show ${one}`]],
    [`/contacts/${one}/merge?with=${other}`, [`contact.show ${one}`, `contact.show ${other}`]],
    ['/leads.csv', ['lead.export leads']],
  ] as const) {
    const name = `Mallory at ${path.slice(-60)}`;
    const { status, body } = await desk.ask(path, { headers: { cookie: await desk.cookie('admin', name) } });
    expect([path, status, body]).toEqual([path, 200, expect.stringContaining('ada@example.com')]);
    const entries = (await desk.operator.readAudit({ limit: 100 })).filter(({ by }) => by === name);
    const seen = entries.map(({ action, on }) => `${action} ${on}`).filter((text) => !/^desk/.test(text));
    expect([path, seen.toSorted()]).toEqual([path, expected.toSorted()]);
  }
});
