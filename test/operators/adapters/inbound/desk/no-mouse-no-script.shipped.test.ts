import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { fillDesk } from '../../../../support/desk-leads.ts';
import { rowsOf, signIn } from '../../../../support/desk-page.ts';

let browser: Browser;
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  desk = await openDesk();
  await fillDesk(desk, 80);
  return () => desk[Symbol.asyncDispose]();
});

it('serves whoever has a keyboard alone', async () => {
  const page = await signIn(browser, desk);
  await page.goto('/?status=open');
  const focused = () =>
    page.evaluate('document.activeElement.closest("tr")?.rowIndex ?? document.activeElement.name');
  await page.locator('[data-keys]').waitFor(); // the script is there
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  expect(await focused()).toBe(2);
  expect(await page.evaluate('getComputedStyle(document.activeElement.closest("tr")).outlineStyle')).toBe(
    'solid',
  );
  const tintOf = (row: number) =>
    page.evaluate(`getComputedStyle(document.querySelectorAll('.leads tbody tr')[${row}]).backgroundColor`);
  await expect.poll(async () => (await tintOf(1)) !== (await tintOf(4))).toBe(true);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  expect(await page.textContent('[data-selected]')).toBe('2 leads');
  const waiting = page.locator('.moves.chosen');
  await page.keyboard.press('m');
  await waiting.waitFor();
  await page.keyboard.press('Escape');
  expect([await waiting.count(), await focused()]).toEqual([0, 3]);
  const before = await page.locator('.leads .name').nth(2).getAttribute('href');
  await page.keyboard.press('m');
  await page.keyboard.press('3');
  await page.locator('.said').waitFor();
  expect(await page.textContent('.said')).toContain('2 leads moved to Evaluation Scheduled: ');
  expect(await page.evaluate('document.activeElement.className')).toBe('answer'); // which is heard first
  expect(await page.evaluate('document.querySelector("tr.at").rowIndex')).toBe(3); // where it was
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
  expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
});

it('does what is essential without JavaScript', async () => {
  const page = await signIn(browser, desk, { javaScriptEnabled: false });
  await page.getByRole('searchbox').fill('lovelace');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/?q=lovelace');
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
  await page.locator('.leads .name').first().click();
  await page.getByLabel('Give to').waitFor();
  expect(await page.locator('[hidden]:visible').count(), 'what only a script can do').toBe(0);
  await page.getByLabel('Give to').selectOption('nobody');
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  expect(await page.textContent('.said')).toMatch(/ is now nobody’s\.$/);
  await page.getByRole('button', { name: 'Take' }).click();
  expect(await page.textContent('.said')).toMatch(/ assigned to Grace\.$/);
  await page.getByLabel('What was said or done').fill('Signed');
  await page.getByLabel('Where to').selectOption('Won');
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  expect(await page.textContent('.said')).toMatch(/^.* moved from .* to Won\.$/);
  await page.getByText('Correct', { exact: true }).click();
  await page.getByLabel('ZIP').fill('10002');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await page.textContent('.said')).toBe('The contact: changed ZIP.');
  await page.getByText('Details').click();
  await page.locator('dt:text("Contact") + dd a').click();
  await page.getByRole('link', { name: 'Erase' }).click();
  await page.getByRole('button', { name: 'Erase' }).click();
  expect(await page.textContent('h1')).toBe('Erased contact');
});
