import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { DeskRole } from '../../src/operators/domain/work/desk-role.ts';
import type { openDesk } from './desk.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A page of the desk in a browser's profile of its own, signed in. Paths are those of the desk. */
export async function signIn(
  browser: Browser,
  desk: Desk,
  { role = 'admin', name, ...options }: BrowserContextOptions & { role?: DeskRole; name?: string } = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.origin, ...options });
  const page = await context.newPage();
  await enter(context, desk, role, name);
  await page.goto('/');
  return page;
}

/** Signs a browser in without the pages that people do it on. */
export async function enter(
  context: BrowserContext,
  desk: Desk,
  role: DeskRole,
  name = 'Grace',
): Promise<void> {
  const { link } = await desk.access.makeLink({ name, role, by: 'test' });
  const { text } = await desk.access.openLink(link);
  await context.addCookies([{ name: 'desk', value: text, url: desk.origin }]);
}

/** Rows of the list, as text. */
export const rowsOf = (page: Page): Promise<string[]> => page.locator('.leads tbody tr').allInnerTexts();
