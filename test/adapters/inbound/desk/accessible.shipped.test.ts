import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { fillDesk, leadId } from '../../../support/desk-leads.ts';
import { rowsOf, signIn } from '../../../support/desk-page.ts';

let browser: Browser;
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  [browser, desk] = await Promise.all([openBrowser(), openDesk()]);
  await fillDesk(desk, 80);
  const { operator, ports, time } = desk;
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
  await operator.pauseHook({ hookId: (await operator.listHooks())[0]?.id ?? '', by: 'test' });
});
afterAll(async () => {
  await browser.close();
  await desk[Symbol.asyncDispose]();
});

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`),
  );
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
    ...['/', '/?q=Ada', '/?status=open&owner=nobody&waiting=3', '/?vendor=Unheard+of', '/?q=nobody+here'],
    ...['/leads/move', `/leads/${leadId(1)}`, `/leads/${gone}`, `/leads/${won}`, `/leads/${leadId(1)}/erase`],
    ...['/contacts', '/contacts?q=a', `/contacts/${one}`, `/contacts/${one}/merge`, `/contacts/${one}/erase`],
    ...[
      `/contacts/${one}/merge?with=${two}`,
      `/contacts/${one}/merge?with=${one}`,
      '/leads/nothing',
      '/sign-in',
      '/no-such-page',
    ],
    ...['/leads/at-work', '/leads/too-dear'],
    ...['/leads/told', '/report', '/report?month=2020-01', '/report?month=x', '/report?since=2020-01-01'],
    ...['/vendors', `/vendors/${vendor?.id}`, '/vendors/nobody', `${key}/revoke`],
    ...['/hooks', `/hooks/${hook?.id}`, `/hooks/${hook?.id}?failed`, `/hooks/${hook?.id}/remove`],
    ...['/audit', '/audit?on=nothing'],
  ];
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('no page has a violation that axe knows', { timeout: 120_000 }, async () => {
    const page = await signIn(browser, desk, { colorScheme, viewport: { width: 1280, height: 800 } });
    for (const path of await paths()) {
      await page.goto(path);
      expect([path, await violations(page)]).toEqual([path, []]);
    }
    await page.goto('/');
    await page.getByText('More filters').click();
    await page.locator('input[name=lead]').first().check();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    expect(await violations(page)).toEqual([]);
    await page.goto('/');
    await page.locator('input[name=lead]').first().check();
    await page.getByRole('button', { name: 'To me' }).click();
    await page.locator('.said').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('no answer to a form has one', { timeout: 120_000 }, async () => {
    const page = await signIn(browser, desk, { colorScheme, viewport: { width: 1280, height: 800 } });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
    const [vendor] = await desk.operator.listVendors();
    for (const [path, act, shown] of [
      ['/leads/told', () => press('Assign'), '.refused'],
      ['/leads/at-work', () => press('Write down'), '.refused'],
      ['/leads/at-work', () => press('Set'), '.refused'],
      [
        '/leads/move',
        () =>
          page
            .getByLabel('Rows')
            .fill('x,Sold')
            .then(() => press('Move')),
        '.refused',
      ],
      [`/contacts/${await contactOf('told')}`, () => emptied().then(() => press('Save')), '.refused'],
      [`/vendors/${vendor?.id}`, () => press('Issue'), '.secret'],
      [
        '/vendors',
        () =>
          page
            .getByLabel('Name')
            .fill(vendor?.name ?? '')
            .then(() => press('Add')),
        '.refused',
      ],
      [
        '/hooks',
        () =>
          page
            .getByLabel('Address')
            .fill('https://a.example/')
            .then(() => press('Add')),
        '.secret',
      ],
    ] as const) {
      await page.goto(path);
      await act();
      await page.locator(shown).waitFor();
      expect([path, await violations(page)]).toEqual([path, []]);
    }
    async function emptied() {
      for (const name of ['Email', 'Phone']) await page.getByLabel(name).fill('');
    }
    await page.goto(`/vendors/${vendor?.id}`);
    await page.locator('summary').first().click();
    expect(await violations(page)).toEqual([]);
    await page.goto('/report');
    await page.locator('summary').first().click();
    expect(await violations(page)).toEqual([]);
    const viewer = await signIn(browser, desk, { colorScheme, role: 'viewer' });
    await viewer.goto('/vendors');
    expect([await viewer.textContent('h1'), await violations(viewer)]).toEqual(['Not permitted', []]);
  });

  it.each([1920, 380, 320])(
    'no page has one on a wide screen or a telephone, or is wider: %i',
    { timeout: 120_000 },
    async (width) => {
      const page = await signIn(browser, desk, { colorScheme, viewport: { width, height: 800 } });
      for (const [index, path] of (await paths()).entries()) {
        await page.goto(path);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
        if (index % 3 === 0) expect([path, await violations(page)]).toEqual([path, []]);
      }
    },
  );
});

it('serves whoever has a keyboard alone', async () => {
  const page = await signIn(browser, desk);
  await page.goto('/?status=open');
  const focused = () =>
    page.evaluate('document.activeElement.closest("tr")?.rowIndex ?? document.activeElement.name');
  await page.getByRole('button', { name: 'Shortcuts' }).waitFor(); // the script is there
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  expect(await focused()).toBe(2);
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  const tintOf = (row: number) =>
    page.evaluate(`getComputedStyle(document.querySelectorAll('.leads tbody tr')[${row}]).backgroundColor`);
  await expect.poll(async () => (await tintOf(1)) !== (await tintOf(4))).toBe(true);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  expect(await page.textContent('[data-selected]')).toBe('2 leads');
  await page.keyboard.press('m');
  expect(await focused()).toBe('move');
  await page.keyboard.press('Escape');
  expect(await focused()).toBe(3);
  const before = await page.locator('.leads tbody th a').nth(2).getAttribute('href');
  await page.keyboard.press('m');
  await page.keyboard.press('3');
  await page.locator('.said').waitFor();
  expect(await page.textContent('.said')).toContain('2 leads moved to Evaluation Scheduled: ');
  expect(await focused()).toBe(3); // where it was
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${before}`);

  await page.goto('/');
  await page.keyboard.press('?');
  expect(await page.locator('dialog').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  expect(await focused()).toBe('q');
  await page.keyboard.type('Ada m j x ?');
  expect(await page.getByRole('searchbox').inputValue()).toBe('Ada m j x ?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  expect(await focused()).toBe(1);

  // Past the bar to the content.
  await page.goto('/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('parts'); // "Undo" of what was moved
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('q');
});

it('does what is essential without JavaScript', async () => {
  const page = await signIn(browser, desk, { javaScriptEnabled: false });
  await page.getByRole('searchbox').fill('lovelace');
  await page.getByRole('button', { name: 'Find' }).click();
  expect((await rowsOf(page)).every((row) => row.includes('Lovelace'))).toBe(true);
  await page.goto('/?status=In+Progress');
  await page.locator('input[name=lead]').nth(0).check();
  await page.locator('input[name=lead]').nth(1).check();
  await page.getByRole('button', { name: 'Quoted' }).click();
  expect(await page.textContent('.said')).toContain('2 leads moved to Quoted: ');
  await page.getByText('More filters').click();
  await page.getByLabel('Type').selectOption('service');
  await page.getByRole('button', { name: 'Show' }).click();
  expect((await rowsOf(page)).every((row) => row.includes('service'))).toBe(true);
  await page.locator('.leads tbody th a').first().click();
  await page.getByRole('button', { name: 'To me' }).click();
  expect(await page.textContent('.said')).toBe('Assigned to Grace.');
  await page.getByLabel('Reason').fill('Signed');
  await page.getByRole('button', { name: 'Won' }).click();
  expect(await page.textContent('.said')).toBe('Moved to Won.');
  await page.getByRole('link', { name: /Contact, and/ }).click();
  await page.getByLabel('ZIP').fill('10002');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await page.textContent('.said')).toBe('Changed ZIP.');
  await page.getByRole('link', { name: 'Erase' }).click();
  await page.getByRole('button', { name: 'Erase' }).click();
  expect(await page.textContent('h1')).toBe('Erased contact');
});
