import { expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';

it('lets people in by a link, once, and out again', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  const link = await desk.link();
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(`${desk.origin}/leads/lead-1?from=chat`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await page.goto(link);
  expect(await page.textContent('main')).toContain('signs you in as Grace (admin)');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(page.url()).toBe(`${desk.origin}/leads/lead-1?from=chat`);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('link', { name: 'Ada', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(link);
  expect(await page.textContent('main')).toContain('used before');
  await page.goto(desk.origin);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  expect(desk.faults).toEqual([]);
  await browser.close();
});
