import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { fillDesk, leadId } from '../../../../support/desk-leads.ts';
import { signIn } from '../../../../support/desk-page.ts';

let browser: Browser;
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  [browser, desk] = await Promise.all([openBrowser(), openDesk()]);
  await fillDesk(desk, 80);
  const { operator, ports, time } = desk;
  await operator.addPerson({ name: 'Jonas Weber', role: 'sales', by: 'test' });
  const [vendor] = await operator.listVendors();
  const ofVendor = { vendor: vendor?.id ?? '', by: 'test' };
  const month = 30 * 24 * 3_600_000;
  const { key } = await operator.issueKey({ ...ofVendor, term: month });
  await operator.revokeKey({ keyId: key.id, by: 'test' });
  await operator.issueKey({ ...ofVendor, term: month / 2 });
  const refused = { at: new Date(time.now), requestId: 'r1', status: 400, reason: 'invalid-lead' };
  const problems = ['phone invalid-phone'];
  await ports.refusals.add([{ ...refused, vendorId: vendor?.id ?? '', externalId: 'A-1001', problems }]);
  await operator.addHook({ url: 'https://crm.example.com/leads', by: 'test' });
  const { hook } = await operator.addHook({ url: 'https://acme.example.com/', ...ofVendor });
  await desk.submit('told', { vendorId: vendor?.id ?? '' });
  for (const to of ['Quoted', 'Won'] as const) await operator.moveLead({ leadId: 'told', to, by: 'test' });
  const order = { hookId: hook.id, now: new Date(time.now), limit: 9, leaseEnds: new Date(time.now + 1) };
  const [one, two] = await ports.webhooks.deliveries.take({ ...order, lease: 'a' });
  const tried = { at: order.now, duration: 20, error: undefined, answer: undefined };
  const failed = { ...tried, status: 500, error: 'it answered 500', answer: 'sorry' };
  for (const [taken, outcome] of [
    [one, { ...tried, status: 204 }],
    [two, failed],
  ] as const)
    if (taken)
      await ports.webhooks.deliveries.settle([
        { hookId: hook.id, eventId: taken.event.id, lease: 'a', tried: outcome, due: undefined },
      ]);
  await desk.submit('at-work', { draft: { notes: 'Is it still there?\n'.repeat(20), vehicleMake: 'Ford' } });
  for (const kind of ['no-answer', 'reached'] as const)
    await operator.noteLead({ leadId: 'at-work', kind, text: 'On Saturday', by: 'test' });
  await operator.followUp({ leadId: 'at-work', at: new Date(time.now + 1), by: 'test' });
  time.now += 1;
  await desk.submit('too-dear');
  await operator.moveLead({ leadId: 'too-dear', to: 'Lost', lostReason: 'price', by: 'test' });
  await operator.moveLead({ leadId: 'too-dear', to: 'Won', by: 'test' }).catch(() => {}); // is in the audit log
  await operator.pauseHook({ hookId: (await operator.listHooks())[0]?.id ?? '', by: 'test' });
});
afterAll(async () => {
  await browser.close();
  await desk[Symbol.asyncDispose]();
});

/** Much smaller than `axe.source`, and read by the browser for each page anew. */
const axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8');

async function violations(page: Page, options: RunOptions = {}): Promise<string[]> {
  const asked = JSON.stringify({ resultTypes: ['violations'], ...options });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${asked})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`),
  );
}

/** What axe finds: in light colours everything, in dark ones what depends on colours. */
async function violationsInBothColours(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await violations(page, { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...found, ...inDark.map((each) => `in dark colours: ${each}`)];
}

const contactOf = async (leadId: string) =>
  (await desk.operator.showLead({ leadId, by: 'test' })).deal.contactId;

/** Every page, and each state that looks different. */
async function paths(): Promise<readonly string[]> {
  const { leads } = await desk.operator.listLeads({ newest: true, limit: 80 });
  const gone = leads.find(({ customer }) => !customer)?.id ?? '';
  const won = leads.find(({ status, customer }) => status === 'Won' && customer)?.id ?? '';
  const [one, two] = [leads[0]?.contactId, leads[1]?.contactId];
  const [vendor] = await desk.operator.listVendors();
  const key = `/vendors/${vendor?.id}/keys/${vendor?.keys[0]?.id}`;
  const [hook] = await desk.operator.listHooks();
  return [
    ...[
      '/day',
      '/',
      '/?q=Ada',
      '/?status=open&owner=nobody&waiting=3',
      '/?vendor=Unheard+of',
      '/?q=nobody+here',
    ],
    ...['/leads/move', `/leads/${leadId(1)}`, `/leads/${gone}`, `/leads/${won}`, `/leads/${leadId(1)}/erase`],
    ...['/contacts', '/contacts?q=a', `/contacts/${one}`, `/contacts/${one}/merge`, `/contacts/${one}/erase`],
    ...[
      `/contacts/${one}/merge?with=${two}`,
      `/contacts/${one}/merge?with=${one}`,
      '/leads/nothing',
      '/sign-in',
      '/no-such-page',
    ],
    ...['/leads/at-work', '/leads/too-dear', '/leads/add'],
    ...['/leads/told', '/report', '/report?month=2020-01', '/report?month=x', '/report?since=2020-01-01'],
    ...['/vendors', `/vendors/${vendor?.id}`, '/vendors/nobody', `${key}/revoke`],
    ...['/hooks', `/hooks/${hook?.id}`, `/hooks/${hook?.id}?failed`, `/hooks/${hook?.id}/remove`],
    ...[
      '/work',
      '/work?days=week',
      '/audit',
      '/audit?on=nothing',
      '/people',
      '/people/programs',
      `/vendors/static%3Ademo`,
    ],
  ];
}

const usual = { width: 1280, height: 800 };
const still = { reducedMotion: 'reduce', viewport: usual } as const; // colours change at once

it('no page has a violation that axe knows, is wider than a large screen or a telephone, or ties a button to a form elsewhere', async () => {
  const page = await signIn(browser, desk, still);
  for (const path of await paths()) {
    await page.setViewportSize(usual);
    await page.goto(path);
    expect([path, await violationsInBothColours(page)]).toEqual([path, []]);
    const tied = await page.locator('[form], [formaction]').count(); // which text browsers send to another form
    expect([path, tied]).toEqual([path, 0]);
    for (const width of [1920, 380, 320]) {
      await page.setViewportSize({ ...usual, width });
      const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect([path, width, isWider]).toEqual([path, width, false]);
    }
    expect([path, await violations(page)]).toEqual([path, []]); // in dark colours it has those that it has when wide
  }
}, 240_000); // every page in three widths

it('what is opened, chosen or answered has none either', async () => {
  const page = await signIn(browser, desk, still);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const fill = async (label: string, text: string) => page.getByLabel(label).fill(text);
  const [vendor] = await desk.operator.listVendors();
  const few = '/?type=lift'; // what is looked at does not depend on the number of rows
  const states: readonly (readonly [path: string, act: () => Promise<unknown>, shown: string])[] = [
    [few, () => page.getByText('More filters').click(), 'details[open]'],
    [few, () => page.locator('input[name=lead]').first().check(), '[data-selected]'],
    [few, () => page.keyboard.press('?'), 'dialog'],
    [
      few,
      () =>
        page
          .locator('input[name=lead]')
          .first()
          .check()
          .then(() => press('To me')),
      '.said',
    ],
    ['/leads/at-work?status=open', async () => {}, 'h1'],
    ['/leads/told', () => page.getByText('Details').click(), 'details[open]'],
    [
      '/leads/told',
      () =>
        page
          .getByText('Correct')
          .click()
          .then(() => fill('Phone', '1'))
          .then(() => press('Save')),
      '.refused',
    ],
    ['/leads/at-work', () => press('Log'), '.refused'],
    ['/leads/move', () => fill('Rows', 'x,Sold').then(() => press('Move')), '.refused'],
    [
      `/contacts/${await contactOf('told')}`,
      () =>
        fill('Email', '')
          .then(() => fill('Phone', ''))
          .then(() => press('Save')),
      '.refused',
    ],
    [`/vendors/${vendor?.id}`, () => page.locator('summary').first().click(), 'details[open]'],
    [`/vendors/${vendor?.id}`, () => press('Issue'), '.secret'],
    ['/vendors', () => fill('Name', vendor?.name ?? '').then(() => press('Add')), '.refused'],
    ['/hooks', () => fill('Address', 'https://a.example/').then(() => press('Add')), '.secret'],
    ['/report', () => page.locator('summary').first().click(), 'details[open]'],
    [
      '/people',
      () =>
        page
          .getByRole('link', { name: /^Leaves/ })
          .first()
          .click(),
      'h1',
    ],
    ['/people', () => page.getByRole('button', { name: /^Link for Jonas/ }).click(), '.shown-link'],
    ['/people', () => page.getByText('Make two entries').click(), 'details[open]'],
    [
      '/leads/add',
      () =>
        fill('First name', 'Maria')
          .then(() => fill('Phone', '12'))
          .then(() => fill('What is wanted', 'A van'))
          .then(() => page.getByLabel('Deal type').selectOption('sales'))
          .then(() => press('Add')),
      '.refused',
    ],
  ];
  for (const [path, act, shown] of states) {
    await page.goto(path);
    await act();
    await page.locator(shown).first().waitFor();
    expect([path, shown, await violationsInBothColours(page)]).toEqual([path, shown, []]);
  }
}, 240_000); // every page in three widths

it('whoever is not let in, or may not see a page, is told so without one', async () => {
  const viewer = await signIn(browser, desk, { ...still, role: 'viewer' });
  await viewer.goto('/vendors');
  expect([await viewer.textContent('h1'), await violationsInBothColours(viewer)]).toEqual([
    'Not permitted',
    [],
  ]);
  const page = await browser.newPage(still);
  await page.goto(await desk.link());
  expect(await violationsInBothColours(page)).toEqual([]);
});
