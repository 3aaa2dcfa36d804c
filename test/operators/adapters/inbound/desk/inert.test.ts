import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { signIn } from '../../../../support/desk-page.ts';
import { planted, plantedDesk } from './inert.walk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Leaves an attribute in either quotes and every element that holds text alone. Others: `inert.shipped.test.ts`. */
const text = `"'></title></textarea></script><img src=x onerror=alert(1)><b class="planted">&lt;b&gt; {{7*7}} <!--`;

it('hostile text in every field that others write is text on every page', async () => {
  await using desk = await plantedDesk(text);
  const page = await signIn(browser, desk);
  const alarms: string[] = [];
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) alarms.push(message.text());
  });
  for (const path of desk.paths) {
    await page.goto(path);
    expect([path, await page.locator(planted).count()]).toEqual([path, 0]);
    expect([path, await page.title()]).toEqual([path, expect.stringMatching(/· Leads$/)]);
  }

  // What is sent back is text, too.
  await desk.operator.assignLead({ leadId: 'lead-2', to: desk.vendorName, by: 'test' });
  await page.goto(desk.leadPath);
  expect(await page.locator('h1').textContent()).toContain(text);
  await page.getByLabel('Owner').selectOption({ label: desk.vendorName });
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.locator('.said').waitFor();
  await page.goto('/leads/move');
  await page.getByLabel('Rows').fill(`${text},Won\n${text}`);
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.locator(planted).count()).toBe(0);
  await page.goto(desk.contactPath);
  await page.getByLabel('Email').fill(text);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.locator(planted).count()).toBe(0);
  await page.goto('/');
  await page.getByLabel('Select all leads').check();
  await page.getByRole('button', { name: 'Lost' }).click();
  await page.getByLabel('Why lost').selectOption('Too expensive');
  await page.getByRole('button', { name: / to Lost$/ }).click();
  await page.locator('.refusals').waitFor();
  expect(await page.locator(planted).count()).toBe(0);
  for (const [path, label] of [
    ['/vendors', 'Name'],
    ['/hooks', 'Address'],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(label).evaluate((field) => Object(field).setAttribute('type', 'text'));
    await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.head').waitFor();
    expect(await page.locator(planted).count()).toBe(0);
  }
  await page.goto(desk.vendorPath);
  await page.getByRole('button', { name: 'Issue' }).click();
  await page.locator('.secret').waitFor();
  expect(await page.locator(planted).count()).toBe(0);
  expect(alarms).toEqual([]);
  expect(desk.faults).toEqual([]);
});
