import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { tokens } from '../../../../../src/bootstrap/tokens.ts';
import { EmailAddress } from '../../../../../src/domain/email-address.ts';
import { dealOf } from '../../../../../suites/samples.ts';
import { addLead } from '../../../../support/added-leads.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { freePort } from '../../../../support/free-port.ts';
import { CLIENT, openIdentityProvider, signInAt } from '../../../../support/identity-provider.ts';
import { plain } from '../../../../support/plain-pages.ts';
import { openServedDesk } from '../../../../support/served-desk.ts';
import { Visitor } from '../../../../support/visitor.ts';

let browser: Browser;
let provider: Awaited<ReturnType<typeof openIdentityProvider>>;
let desk: Awaited<ReturnType<typeof openServedDesk>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  const port = await freePort();
  provider = await openIdentityProvider(`http://127.0.0.1:${port}/sign-in/done`);
  provider.accounts.set('ada', { name: 'Ada Lovelace', roles: ['staff', 'sales'] });
  desk = await openServedDesk({
    DESK_PORT: String(port),
    DESK_OIDC_ISSUER: provider.issuer,
    DESK_OIDC_CLIENT_ID: CLIENT.clientId,
    DESK_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  });
  return async () => {
    for (const context of browser.contexts()) await context.close();
    await desk[Symbol.asyncDispose]();
    await provider.stop();
  };
});

/** Who is signed in, as the page says. */
const who = ({ html }: Visitor): string => {
  const [, name, aside = ''] =
    /class="full-name">([^<]*)<\/span><\/summary><div>\s*<p class="aside">(.*?)<\/p>/s.exec(html) ?? [];
  return `${name} (${plain(aside)})`;
};
const pathOf = ({ url }: Visitor): string => new URL(url).pathname;
const sessionOf = async (cookies: Promise<readonly { readonly name: string; readonly value: string }[]>) =>
  (await cookies).find(({ name }) => name === 'desk')?.value;

/** At the provider, where the visitor is now. */
async function identify(visitor: Visitor, account: string): Promise<void> {
  await visitor.press('Sign-in', { login: account, password: 'any' });
  // Another account than before: its page would press this itself if there were scripts.
  if (visitor.html.includes('>Continue</button>')) await visitor.press('Continue');
}

async function signIn(visitor: Visitor, account: string): Promise<void> {
  await visitor.goto(desk.origin);
  await visitor.click('Sign in');
  await identify(visitor, account);
}

/** Signs out here and at the provider, which asks once more. */
async function signOut(visitor: Visitor): Promise<void> {
  await visitor.press('Sign out');
  expect(visitor.url).toContain(`${provider.issuer}/session/end`);
  await visitor.press('Yes, sign me out');
  expect(visitor.url).toBe(`${desk.origin}/sign-in?out`);
  expect(visitor.text).toContain('You are signed out.');
}

/** The same in a browser. */
async function identifyIn(page: Page, account: string): Promise<void> {
  await page.fill('[name=login]', account);
  await page.fill('[name=password]', 'any');
  await page.click('[type=submit]');
  await page.waitForURL(`${desk.origin}/**`);
}
const shownTo = async (page: Page): Promise<string> =>
  `${await page.textContent('.me .full-name')} (${await page.textContent('.me .aside')})`;

it('somebody signs in with their account, arrives where they were going, and signs out', async () => {
  const page = await browser.newPage();
  await page.goto(`${desk.origin}/?mine=yes&a=%26`);
  expect(page.url()).toContain('/sign-in?goal=');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  expect(page.url()).toContain(provider.issuer);
  await identifyIn(page, 'ada');
  expect(page.url()).toBe(`${desk.origin}/?mine=yes&a=%26`);
  expect(await shownTo(page)).toBe('Ada Lovelace (sales)');
  const [entry] = await desk.operator.readAudit({ limit: 1 });
  const [ada] = await desk.operator.listPeople();
  expect(ada).toMatchObject({ name: 'Ada Lovelace', role: 'sales', sessions: 1 });
  expect(ada?.email).toBeUndefined();
  expect(entry).toMatchObject({ by: 'Ada Lovelace', action: 'desk.sign-in', on: ada?.id, outcome: 'done' });

  const stolen = await sessionOf(page.context().cookies());
  const thief = await browser.newContext();
  await thief.addCookies([{ name: 'desk', value: stolen ?? '', url: desk.origin }]);
  const elsewhere = await thief.newPage();
  await elsewhere.goto(desk.origin);
  expect(await shownTo(elsewhere)).toBe('Ada Lovelace (sales)');
  await page.locator('.me summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${provider.issuer}/session/end**`);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${desk.origin}/sign-in?out`);
  expect(await page.textContent('main')).toContain('You are signed out.');
  for (const each of [page, elsewhere]) {
    await each.goto(desk.origin);
    expect(new URL(each.url()).pathname).toBe('/sign-in');
  }
  expect(desk.log()).toBe('');
});

it('somebody without a role is told which account has none, and gets in with another', async () => {
  provider.accounts.set('eve', { name: 'Eve', email: 'eve@example.com', roles: ['staff', 'ADMIN'] });
  const eve = await Visitor.come();
  await eve.goto(`${desk.origin}/report`);
  await eve.click('Sign in');
  await identify(eve, 'eve');
  expect(eve.text).toContain('Your account Eve (eve@example.com) has no role here');
  expect(await sessionOf(eve.cookies())).toBeUndefined();
  await eve.goto(`${desk.origin}/sign-in/begin?goal=/report`); // the provider would let in the same account again
  expect(eve.text).toContain('Eve');
  await eve.click('Use another account');
  await identify(eve, 'ada');
  expect(eve.url).toBe(`${desk.origin}/report`);
  expect(who(eve)).toBe('Ada Lovelace (sales)');
});

it.each(['the first', 'the second'])(
  'two tabs that sign in at once both get in, %s one ending first',
  async (first) => {
    const ada = await Visitor.come();
    const tabs = [ada, ada.tab()] as const;
    const goals = ['/report', '/contacts'] as const;
    for (const [n, tab] of tabs.entries()) await tab.goto(`${desk.origin}/sign-in/begin?goal=${goals[n]}`);
    for (const n of first === 'the first' ? ([0, 1] as const) : ([1, 0] as const)) {
      await identify(tabs[n], 'ada');
      expect([tabs[n].url, who(tabs[n])]).toEqual([desk.origin + goals[n], 'Ada Lovelace (sales)']);
    }
    const names = (await ada.cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('sign-in'))).toEqual([]);
  },
);

it('a browser that begins sign-ins and ends none keeps a few of them, the last ones', async () => {
  const ada = await Visitor.come();
  for (let n = 0; n < 12; n += 1) await ada.goto(`${desk.origin}/sign-in/begin`);
  const pending = (await ada.cookies()).filter(({ name }) => name.startsWith('sign-in'));
  expect(pending).toHaveLength(8);
  await identify(ada, 'ada');
  expect(who(ada)).toBe('Ada Lovelace (sales)');
});

it('two accounts of one name are two people, and a name of the command line means neither', async () => {
  provider.accounts.set('ada2', { name: 'Ada Lovelace', email: 'ada.two@example.com', roles: ['admin'] });
  for (const account of ['ada', 'ada2', 'ada']) await signIn(await Visitor.come(), account);
  const people = await desk.operator.listPeople();
  const told = people.map(({ name, email, role, sessions }) => [name, email, role, sessions]);
  expect(told).toEqual([
    ['Ada Lovelace', undefined, 'sales', 2],
    ['Ada Lovelace', 'ada.two@example.com', 'admin', 1],
  ]);
  const order = { name: 'Ada Lovelace', role: 'viewer', by: 'root' } as const;
  await expect(desk.access.makeLink(order)).rejects.toThrow('2 people have this name');
  const { link } = await desk.access.makeLink({ ...order, name: people[1]?.id ?? '' });
  expect(await desk.access.openLink(link)).toMatchObject({ person: people[1]?.id, name: 'Ada Lovelace' });
});

it('whoever was added with an email is the account whose email the provider has verified, and nobody else', async () => {
  const email = EmailAddress.parse('grace@example.com');
  const { id } = await desk.operator.addPerson({ name: 'Grace Hopper', email, by: 'root' });
  const grace = { name: 'Grace B. Hopper', email: 'Grace@Example.com', roles: ['sales'] };
  provider.accounts.set('mallory', { ...grace, name: 'Mallory', email_verified: false });
  await signIn(await Visitor.come(), 'mallory');
  expect((await desk.operator.listPeople()).map(({ name }) => name)).toEqual(['Mallory', 'Grace Hopper']);

  provider.accounts.set('grace', { ...grace, email_verified: true });
  await signIn(await Visitor.come(), 'grace');
  const people = await desk.operator.listPeople();
  expect(people.map(({ name, sessions }) => [name, sessions])).toEqual([
    ['Grace B. Hopper', 1],
    ['Mallory', 1],
  ]);
  expect((await desk.operator.listLeads({ owner: 'Grace Hopper', limit: 9 })).leads).toEqual([]); // it means her
  const [entry] = await desk.operator.readAudit({ on: id, limit: 1 });
  expect(entry).toMatchObject({ action: 'person.link', by: 'Grace B. Hopper', to: people[0]?.id });
});

it('a role that has changed counts from the next sign-in on', async () => {
  const ada = await Visitor.come();
  await signIn(ada, 'ada');
  provider.accounts.set('ada', { name: 'Ada Lovelace', roles: 'admin' });
  await ada.goto(desk.origin);
  expect(who(ada)).toBe('Ada Lovelace (sales)');
  await signOut(ada);
  await ada.click('Sign in');
  await identify(ada, 'ada'); // signed out at the provider, too
  expect(who(ada)).toBe('Ada Lovelace (admin)');
});

it('a role that was taken away is gone at the next sign-in, or once an admin ends the sessions', async () => {
  const ada = await Visitor.come();
  await signIn(ada, 'ada');
  provider.accounts.set('ada', { name: 'Ada Lovelace', roles: ['staff'] });
  await ada.goto(desk.origin);
  expect(who(ada)).toBe('Ada Lovelace (sales)'); // for twelve hours at most
  await desk.access.endSessionsOf({ name: 'Ada Lovelace', by: 'root' });
  await ada.goto(desk.origin);
  await ada.click('Sign in');
  expect(ada.text).toContain('has no role here');
  await ada.goto(desk.origin);
  expect(pathOf(ada)).toBe('/sign-in');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/%2F/../\\evil.example'])(
  'no sign-in ends at another site: %s',
  async (goal) => {
    const begun = await desk.ask(`/sign-in/begin?goal=${encodeURIComponent(goal)}`);
    const answer = await signInAt(String(begun.headers.location), 'ada', `${desk.origin}/sign-in/done`);
    const cookie = (begun.cookies[0] ?? '').split(';')[0] ?? '';
    const { status, headers } = await desk.ask(answer.slice(desk.origin.length), { headers: { cookie } });
    expect([status, headers.location]).toEqual([302, '/day']);
  },
);

it('a session ends after twelve hours, or when an admin ends it', async () => {
  const ada = await Visitor.come();
  await signIn(ada, 'ada');
  desk.time.passed = 12 * 3_600_000 - 60_000;
  await ada.goto(desk.origin);
  expect(who(ada)).toBe('Ada Lovelace (sales)');
  desk.time.passed += 60_000;
  await ada.goto(desk.origin);
  expect(pathOf(ada)).toBe('/sign-in');
  desk.time.passed = 0;
  await ada.goto(desk.origin);
  expect(who(ada)).toBe('Ada Lovelace (sales)');
  expect(await desk.access.endSessionsOf({ name: 'Ada Lovelace', by: 'root' })).toBe(1);
  await ada.goto(desk.origin);
  expect(pathOf(ada)).toBe('/sign-in');
});

it.each(['the provider', 'a link'])(
  'a session on one’s own device, begun by %s, lives for thirty days, and an admin ends it alone',
  async (way) => {
    const visitor = await Visitor.come({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Mobile' });
    if (way === 'a link') {
      await visitor.goto(await desk.link('sales', 'Ada Lovelace'));
      await visitor.press('Sign in', { own: 'yes' });
    } else {
      await visitor.goto(desk.origin);
      await visitor.click('Sign in, on my own device');
      await identify(visitor, 'ada');
    }
    expect(who(visitor)).toMatch(/^Ada Lovelace \(sales; this device is yours until \d/);
    const [cookie] = (await visitor.cookies()).filter(({ name }) => name === 'desk');
    expect(Math.round(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(30);
    await desk.access.openLink((await desk.access.makeLink({ name: 'Ada Lovelace', by: 'root' })).link);

    desk.time.passed = 30 * 86_400_000 - 60_000;
    await visitor.goto(desk.origin);
    expect(who(visitor)).toMatch(/^Ada Lovelace/);
    const [ada] = await desk.operator.listPeople();
    expect(ada?.devices).toMatchObject([{ device: 'telephone', isOwn: true }]); // the other has expired
    const order = { person: ada?.id ?? '', by: 'root' };
    expect(await desk.operator.endSessions({ ...order, only: 'another' })).toMatchObject({ ended: 0 });
    await visitor.goto(desk.origin);
    expect(who(visitor)).toMatch(/^Ada Lovelace/);
    expect(await desk.operator.endSessions({ ...order, only: ada?.devices[0]?.id })).toMatchObject({
      ended: 1,
    });
    await visitor.goto(desk.origin);
    expect(pathOf(visitor)).toBe('/sign-in');
  },
);

it('at a provider that says nothing of signing out, another account can be used', async () => {
  const { port } = new URL(provider.issuer);
  await provider.stop();
  provider = await openIdentityProvider(
    `${desk.origin}/sign-in/done`,
    { features: { rpInitiatedLogout: { enabled: false } } },
    Number(port),
  );
  for (const [account, name] of [
    ['ada', 'Ada Lovelace'],
    ['bob', 'Bob'],
  ] as const)
    provider.accounts.set(account, { name, roles: ['sales'] });
  const ada = await Visitor.come();
  await signIn(ada, 'ada');
  await ada.press('Sign out');
  expect(ada.url).toBe(`${desk.origin}/sign-in?out`);
  await ada.click('Sign in'); // the provider knows this browser
  expect(ada.url).toBe(`${desk.origin}/day`);
  await ada.press('Sign out');
  await ada.click('Use another account');
  await identify(ada, 'bob');
  expect(who(ada)).toBe('Bob (sales)');
});

it('the answer of the provider counts once, in the browser that asked for it', async () => {
  const ada = await Visitor.come();
  await signIn(ada, 'ada');
  expect(who(ada)).toBe('Ada Lovelace (sales)');
  const answer = ada.asked.find((url) => url.includes('/sign-in/done?code=')) ?? '';
  await ada.goto(answer); // loaded again
  expect([ada.url, who(ada)]).toEqual([`${desk.origin}/`, 'Ada Lovelace (sales)']);
  await signOut(ada);
  await ada.goto(answer);
  expect(ada.text).toContain('not begun here');

  const victim = await Visitor.come(); // to whom somebody sends their own answer, so that the victim works in their name
  await victim.goto(answer);
  expect(victim.text).toContain('not begun here');
  await victim.goto(`${desk.origin}/sign-in/begin`);
  await victim.goto(answer);
  expect(victim.text).toContain('not begun here');
  expect(await sessionOf(victim.cookies())).toBeUndefined();
});

it('while the provider is down, people are told since when, who is in works on, and links still work', async () => {
  const ada = await Visitor.come();
  await signIn(ada, 'ada');
  await provider.stop();
  await ada.goto(`${desk.origin}/report`);
  expect(who(ada)).toBe('Ada Lovelace (sales)');
  const grace = await Visitor.come();
  await grace.goto(desk.origin);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  await grace.click('Sign in');
  vi.restoreAllMocks();
  expect(grace.status).toBe(503);
  expect(grace.text).toMatch(
    /The identity provider does not answer at http:\S+ \(ECONNREFUSED\)\. It was asked at \d{4}-\S+Z\. Who is signed in can go on/,
  );
  expect(desk.log()).toContain(
    `A sign-in failed: The identity provider does not answer at ${provider.issuer}/.well-known/openid-configuration (ECONNREFUSED).`,
  );
  await grace.goto(await desk.link('viewer', 'Grace'));
  await grace.press('Sign in');
  expect(who(grace)).toBe('Grace (viewer)');
});

it('somebody who opened the desk by another name of this machine comes back to the one that the provider knows', async () => {
  const page = await browser.newPage();
  await page.goto(desk.origin.replace('127.0.0.1', 'localhost'));
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await identifyIn(page, 'ada');
  expect(page.url()).toBe(`${desk.origin}/day`);
  expect(await shownTo(page)).toBe('Ada Lovelace (sales)');
});

it('two accounts of one name are two people: Mine, owner, history, audit log, and when one of them leaves', async () => {
  for (const [account, email] of [
    ['one', 'ada@example.com'],
    ['two', 'lovelace@example.com'],
  ] as const)
    provider.accounts.set(account, { name: 'Ada Lovelace', email, roles: ['sales'] });
  provider.accounts.set('boss', { name: 'Grace', roles: ['admin'] });
  const crm = desk.container.get(tokens.crm);
  for (const n of [1, 2, 3]) {
    const draft = { firstName: `Customer ${n}`, email: `${n}@example.com` };
    await addLead(crm, dealOf(draft, { id: `lead-${n}`, receivedAt: new Date() }));
  }
  const [one, two, boss] = [await Visitor.come(), await Visitor.come(), await Visitor.come()];
  for (const [visitor, account] of [
    [one, 'one'],
    [two, 'two'],
    [boss, 'boss'],
  ] as const)
    await signIn(visitor, account);
  for (const [visitor, lead] of [
    [one, 'lead-1'],
    [two, 'lead-2'],
  ] as const) {
    await visitor.goto(`/leads/${lead}`);
    await visitor.press('Take');
    expect(visitor.text).toContain('assigned to Ada Lovelace (');
    await visitor.press('Log', { move: 'Quoted' });
    expect(visitor.text).toMatch(/moved from .* to Quoted\./);
  }
  const mine = async (visitor: Visitor) => {
    await visitor.goto('/?owner=me');
    return [...new Set(visitor.html.match(/(?<=>)Customer \d(?=<)/g))];
  };
  expect([await mine(one), await mine(two)]).toEqual([['Customer 1'], ['Customer 2']]);
  await two.goto('/audit');
  expect(two.text).not.toContain('lead-1');
  await boss.goto('/leads/lead-1');
  expect(boss.text).toMatch(/\d\d:\d\dQuoted, .?Ada Lovelace \(ada@example\.com\)/);
  expect(boss.text).toContain('Ada Lovelace (ada@example.com)’s');

  const leaving = (await desk.operator.listPeople()).find(({ email }) => email === 'ada@example.com');
  await boss.goto(`/people/${leaving?.id}/hand-over`);
  await boss.press('Hand over', { to: 'Ada Lovelace (lovelace@example.com)' });
  expect(boss.text).toContain(
    '1 lead of Ada Lovelace (ada@example.com) went to Ada Lovelace (lovelace@example.com). Sessions and links that ended: 1.',
  );
  expect(await mine(two)).toEqual(expect.arrayContaining(['Customer 1', 'Customer 2']));
  await one.goto('/?owner=me');
  expect(pathOf(one)).toBe('/sign-in');
  await boss.goto('/audit?on=lead-1');
  expect(boss.text).toMatch(
    /from .?Ada Lovelace \(ada@example\.com\).? to .?Ada Lovelace \(lovelace@example\.com\)/,
  );

  // A person stays who they are if their provider calls them otherwise.
  provider.accounts.set('two', { name: 'Ada King', email: 'lovelace@example.com', roles: ['sales'] });
  const elsewhere = await Visitor.come();
  await signIn(elsewhere, 'two');
  expect(await mine(elsewhere)).toHaveLength(2);
  await boss.goto('/leads/lead-2');
  expect(boss.text).toContain('Ada King’s');
  expect(boss.text).toContain('Quoted, Ada King');
  expect(desk.log()).toBe('');
});

it('each sign-in that fails is a line of the log with its cause, which names nobody', async () => {
  provider.accounts.set('eve', { name: 'Eve Adams', email: 'eve@example.com', roles: 'eve boss' });
  const eve = await Visitor.come();
  await signIn(eve, 'eve');
  const honest = provider.answer.listener;
  provider.answer.listener = (request) => request.socket.destroy();
  await eve.goto(`${desk.origin}/sign-in/done?code=x&state=y`);
  provider.answer.listener = honest;
  const failed = desk
    .log()
    .split('\n')
    .filter((line) => line.includes('sign-in failed'));
  expect(failed.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      msg: 'A sign-in failed: the identity provider knows the account, and gives it no role: the claim roles is a text of 2 words, and none is viewer, sales or admin.',
    },
    { level: 40, msg: 'A sign-in failed: This sign-in was not begun here, or took longer than ten minutes.' },
  ]);
  expect(failed.join()).not.toMatch(/eve |boss/i);
});
