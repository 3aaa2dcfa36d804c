import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { DeskRole } from '../../src/domain/work/desk-role.ts';
import type { openDesk } from './desk.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A page of the desk in a browser's profile of its own, signed in. Paths are those of the desk. */
export async function signIn(
  browser: Browser,
  desk: Desk,
  { role = 'admin', ...options }: BrowserContextOptions & { readonly role?: DeskRole } = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.origin, ...options });
  const page = await context.newPage();
  await page.goto(await desk.link(role));
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
}

/** Rows of the list, as text. */
export const rowsOf = (page: Page): Promise<string[]> => page.locator('.leads tbody tr').allInnerTexts();
