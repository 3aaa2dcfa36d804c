import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { signIn } from '../../../support/desk-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Answers come late, as over a slow line: there is time for a second click. */
const slowly = (page: Page) =>
  page.route('**/*', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
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

it('a text is there again if the session ended while it was written', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  const page = await signIn(browser, desk);
  await page.goto('/leads/lead-1');
  const reason = 'She wants to think about it until Friday.';
  await page.getByLabel('Reason').fill(reason);
  await desk.access.endSessionsOf({ name: 'Grace', by: 'test' });
  await page.getByRole('button', { name: 'Quoted' }).click();
  await page.getByText('your session has ended').waitFor();
  expect(page.url()).not.toContain('think');
  const [cookies, back] = [await page.context().cookies(), page.getByRole('link', { name: 'Sign in' })];
  expect(JSON.stringify(cookies)).not.toContain('think');
  await back.click();
  expect(new URL(page.url()).searchParams.get('goal')).toBe('/leads/lead-1');

  await page.goto(await desk.link());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/');
  await page.goto('/leads/lead-1');
  expect(await page.getByLabel('Reason').inputValue()).toBe(reason);
});

it('which is on the page that it was written on', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  const page = await signIn(browser, desk);
  await page.goto('/leads/lead-1');
  await page.getByLabel('Reason').fill('Until Friday.');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Quoted' }).click();
  await page.getByText('your session has ended').waitFor();
  await page.context().addCookies(cookies);
  await page.getByRole('link', { name: 'Sign in' }).click();
  expect(await page.getByLabel('Reason').inputValue()).toBe('Until Friday.');
  await page.getByRole('button', { name: 'Quoted' }).click();
  await page.getByText('Moved to Quoted.').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});

it('the key z takes back what was moved last', async () => {
  await using desk = await openDesk();
  for (const id of ['a', 'b']) await desk.submit(id);
  const page = await signIn(browser, desk);
  await page.goto('/');
  await page.getByLabel('Select all leads').check();
  await page.getByRole('button', { name: 'Lost' }).click();
  await page.getByRole('button', { name: 'Move 2 leads to Lost' }).click();
  await page.getByRole('button', { name: 'Undo: 2 leads' }).waitFor();
  await page.keyboard.press('z');
  await page.getByText('2 leads moved back.').waitFor();
  const { leads } = await desk.operator.listLeads({ status: 'In Progress', limit: 9 });
  expect([leads.length, await page.getByRole('button', { name: 'Undo' }).count()]).toEqual([2, 0]);
});
