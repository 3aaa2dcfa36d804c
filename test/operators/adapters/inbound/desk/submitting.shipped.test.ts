import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../../../../src/adapters/outbound/runtime/runtime.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { signIn } from '../../../../support/desk-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Answers come late, as over a slow line: there is time for a second click, which is sent, too. */
const slowly = (page: Page) =>
  page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.fulfill({ response }).catch(() => {}); // the page waits for that of the second click alone
  });

async function doubleClicked(page: Page, button: Locator): Promise<void> {
  const loaded = page.waitForEvent('load');
  await button.dblclick({ delay: 20 });
  await loaded;
}

it('a double click makes one vendor and one key, and who clicked sees the key', async () => {
  await using desk = await openDesk();
  const page = await signIn(browser, desk);
  await slowly(page);
  await page.goto('/vendors');
  await page.getByLabel('Name').fill('Globex');
  await doubleClicked(page, page.getByRole('button', { name: 'Add', exact: true }));
  expect(await desk.operator.nameVendors()).toHaveLength(1);
  await page.goto('/vendors');
  await page.getByRole('link', { name: 'Globex' }).first().click();
  await doubleClicked(page, page.getByRole('button', { name: 'Issue', exact: true }));
  expect(await page.locator('input.secret').inputValue()).toMatch(/^lead_test_/);
  expect((await desk.operator.listKeys({ vendor: 'Globex' })).keys).toHaveLength(1);
});

it('a double click without scripts makes one of each, and who clicked sees its secret', async () => {
  await using desk = await openDesk();
  const { operator } = desk;
  const { id } = await operator.addVendor({ name: 'Acme', by: 'test' });
  const page = await signIn(browser, desk, { javaScriptEnabled: false });
  await slowly(page);
  const twice = async (path: string, button: string, fill = async () => {}) => {
    await page.goto(path);
    await fill();
    await page.getByRole('button', { name: button, exact: true }).first().dblclick({ delay: 20 });
    await page.waitForLoadState();
    await page.waitForTimeout(500);
    return page
      .locator('input.secret')
      .inputValue({ timeout: 2_000 })
      .catch(() => page.innerText('main'));
  };
  const fields = (label: string, text: string) => () => page.getByLabel(label).fill(text);
  expect(await twice('/vendors', 'Add', fields('Name', 'Globex'))).toContain('Added vendor Globex');
  expect(await operator.nameVendors()).toHaveLength(2);
  const key = await twice(`/vendors/${id}`, 'Issue');
  const { keys } = await operator.listKeys({ vendor: id });
  expect([keys.length, keys[0]?.digest]).toEqual([1, sha256(key)]);
  const token = await twice('/people/programs', 'Issue', fields('Name of the program', 'CRM'));
  const tokens = await operator.listTokens();
  expect([tokens.length, tokens[0]?.digest]).toEqual([1, sha256(token)]);
  const secret = await twice('/hooks', 'Add', fields('Address', 'https://crm.example.com/'));
  const [hook, ...others] = await operator.listHooks();
  expect([others, secret]).toEqual([[], `whsec_${hook?.id}.1`]);
  expect(await twice(`/hooks/${hook?.id}`, 'Rotate')).toBe(`whsec_${hook?.id}.2`);
  expect(
    (await operator.readAudit({ limit: 99 })).filter(({ action }) => action === 'hook.rotate'),
  ).toHaveLength(1);
  expect(await twice(`/hooks/${hook?.id}`, 'Send a test')).toContain('A test is on its way');
  expect(
    (await operator.readAudit({ limit: 99 })).filter(({ action }) => action === 'hook.test'),
  ).toHaveLength(1);
});

it('every form that posts has a token of its page; another page, content or session is another order', async () => {
  await using desk = await openDesk();
  for (const id of ['lead-1', 'lead-2']) await desk.submit(id);
  const page = await signIn(browser, desk);
  await page.goto('/hooks');
  await page.getByLabel('Address').fill('https://crm.example.com/');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const [hook] = await desk.operator.listHooks();
  const [{ id: vendor } = { id: '' }] = [await desk.operator.addVendor({ name: 'Acme', by: 'test' })];
  await desk.operator.issueKey({ vendor, by: 'test' });
  const { contactId } = (await desk.operator.showLead({ leadId: 'lead-1', by: 'test' })).deal;
  const paths = [
    ...['/', '/leads/move', '/leads/lead-1', '/leads/lead-1/erase', `/contacts/${contactId}`, '/vendors'],
    ...[`/contacts/${contactId}/erase`, `/vendors/${vendor}`, '/hooks', `/hooks/${hook?.id}`, '/people'],
    ...[`/hooks/${hook?.id}/remove`, '/people/programs'],
  ];
  for (const path of paths) {
    await page.goto(path);
    const without = page.locator('form[method=post]:not(:has(> input[name=once]))');
    expect([path, await without.count()]).toEqual([path, 0]);
  }
  const post = async (form: Record<string, string>, lead = 'lead-1', of = page) => {
    const headers = { origin: desk.origin };
    const answer = await of.request.post(`/leads/${lead}/move`, { form, headers, maxRedirects: 0 });
    return [answer.status(), answer.headers().location];
  };
  const moved = [303, '/leads/lead-1'];
  expect(await post({ once: 'a', move: 'Quoted' })).toEqual(moved);
  expect(await post({ once: 'a', move: 'Quoted' })).toEqual(moved);
  expect(await post({ once: 'a', move: 'In Progress' })).toEqual(moved);
  expect(await post({ once: 'b', move: 'Quoted' })).toEqual(moved);
  const another = await signIn(browser, desk);
  expect(await post({ once: 'a', move: 'In Progress' }, 'lead-1', another)).toEqual(moved);
  expect(await post({ once: 'a', move: 'Quoted' }, 'lead-2')).toEqual([303, '/leads/lead-2']);
  const statuses = async (leadId: string) =>
    (await desk.operator.showLead({ leadId, by: 'test' })).deal.history.map(({ status }) => status);
  expect(await statuses('lead-1')).toEqual([
    ...['In Progress', 'Quoted', 'In Progress', 'Quoted', 'In Progress'],
  ]);
  expect(await statuses('lead-2')).toEqual(['In Progress', 'Quoted']);

  expect(await post({ once: 'a', move: 'Quoted' }, 'lead-3')).toEqual([404, undefined]);
  await desk.submit('lead-3');
  expect(await post({ once: 'a', move: 'Quoted' }, 'lead-3')).toEqual([303, '/leads/lead-3']);
});

/** Logs what the form of a lead's page says, with the move to Quoted. */
async function logQuoted(page: Page): Promise<void> {
  await page.getByLabel('Where to').selectOption({ value: 'Quoted' });
  await page.getByRole('button', { name: 'Log', exact: true }).click();
}

it('a text is there again if the session ended while it was written', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  const page = await signIn(browser, desk);
  await page.goto('/leads/lead-1');
  const reason = 'She wants to think about it until Friday.';
  await page.getByLabel('What was said or done').fill(reason);
  await desk.access.endSessionsOf({ name: 'Grace', by: 'test' });
  await logQuoted(page);
  await page.getByText('your session has ended').waitFor();
  expect(page.url()).not.toContain('think');
  const [cookies, back] = [await page.context().cookies(), page.getByRole('link', { name: 'Sign in' })];
  expect(JSON.stringify(cookies)).not.toContain('think');
  await back.click();
  expect(new URL(page.url()).searchParams.get('goal')).toBe('/leads/lead-1');

  await page.goto(await desk.link());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/leads/lead-1');
  expect(await page.getByLabel('What was said or done').inputValue()).toBe(reason);
});

it('or is shown to be copied, where no script keeps it', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  for (const javaScriptEnabled of [true, false]) {
    const page = await signIn(browser, desk, { javaScriptEnabled });
    await page.goto('/leads/lead-1');
    const text = '\nUntil Friday, </textarea></noscript><b>she says</b>.\r\nThen “no”.';
    await page.getByLabel('What was said').fill(text);
    await desk.access.endSessionsOf({ name: 'Grace', by: 'test' });
    await logQuoted(page);
    await page.getByText('Nothing was done: your session has ended.').waitFor();
    const copies = page.getByLabel('What you wrote');
    const isKept = page.getByText('your text is there again');
    expect([await isKept.isVisible(), await copies.count()]).toEqual(
      javaScriptEnabled ? [true, 0] : [false, 1],
    );
    if (javaScriptEnabled) continue;
    const shown = 'Until Friday, </textarea></noscript><b>she says</b>.\nThen “no”.';
    expect(await copies.inputValue()).toBe(shown);
  }
});

it('but not for somebody else who signs in there', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  const page = await signIn(browser, desk);
  await page.goto('/leads/lead-1');
  await page.getByLabel('What was said or done').fill('Until Friday.');
  await page.reload();
  expect(await page.getByLabel('What was said or done').inputValue()).toBe('Until Friday.');
  await page.goto(await desk.link('sales', 'Ada'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.goto('/leads/lead-1');
  expect(await page.getByLabel('What was said or done').inputValue()).toBe('');
});

it('which is on the page that it was written on', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  const page = await signIn(browser, desk);
  await page.goto('/leads/lead-1');
  await page.getByLabel('What was said or done').fill('Until Friday.');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await logQuoted(page);
  await page.getByText('your session has ended').waitFor();
  await page.context().addCookies(cookies);
  await page.getByRole('link', { name: 'Sign in' }).click();
  const text = page.getByLabel('What was said or done'); // a script brings it back
  await expect.poll(() => text.inputValue()).toBe('Until Friday.');
  await logQuoted(page);
  await page.getByText(/moved from .* to Quoted\./).waitFor();
  await expect.poll(() => page.evaluate('sessionStorage.getItem("text")')).toBe(null);
});

it('an undo belongs to the answer of the move, says whose lead goes back to what, and leads back to its page', async () => {
  await using desk = await openDesk();
  for (const firstName of ['Ada', 'Bob']) await desk.submit(firstName, { draft: { firstName } });
  const page = await signIn(browser, desk);
  const undo = page.getByRole('button', { name: 'Undo' });
  const says = async () => plain((await undo.getAttribute('aria-label')) ?? '');
  const quote = async (name: string) => {
    desk.time.now += 1_000;
    await page.goto(`/leads/${name}`);
    await logQuoted(page);
    await undo.waitFor();
  };
  await quote('Ada');
  expect(await says()).toBe('Undo: Ada back to In Progress');
  await undo.click();
  await page.getByText(/^1 lead moved back: /).waitFor();
  expect([new URL(page.url()).pathname, await undo.count()]).toEqual(['/leads/Ada', 0]);

  await quote('Bob');
  await page.goto('/leads/Ada');
  expect(await undo.count(), 'it hangs over no other page').toBe(0);
  await page.getByRole('button', { name: 'Take' }).click();
  await page.getByText('assigned to Grace.').waitFor();
  expect(await says()).toBe('Undo: Ada');

  await quote('Ada');
  await desk.operator.moveLead({ leadId: 'Ada', to: 'Won', by: 'Eve' });
  await undo.click();
  await page.getByRole('heading', { name: 'The lead stays as it is' }).waitFor();
  expect(await undo.count()).toBe(0); // it cannot work a second time
});

/** Without the marks that keep names apart from the text around them. */
const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
