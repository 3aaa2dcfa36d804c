import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { DeskRole } from '../../src/operators/domain/work/desk-role.ts';
import type { openDesk } from './desk.ts';
import { enter } from './desk-page.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;

interface Visit extends BrowserContextOptions {
  readonly role?: DeskRole;
  readonly name?: string;
}

/** A page of somebody who has signed in at the desk, and what it must not do. It closes with `await using`. */
export async function visitDesk(
  browser: Browser,
  desk: Desk,
  { role = 'admin', name, ...options }: Visit = {},
) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const amiss: string[] = [];
  page.on('pageerror', ({ message }) => amiss.push(`error: ${message}`));
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource'); // a refusal that the test asks for
    if (message.type() === 'error' && !isAnswer) amiss.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== desk.origin) amiss.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    amiss.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  await enter(context, desk, role, name);
  await page.goto(`${desk.origin}/`);
  return {
    page,
    amiss,
    go: (path: string) => page.goto(desk.origin + path),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** How long a task of an operator's day takes here: printed, not judged. */
export async function timed(task: string, act: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await act();
  console.log(`${task}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** Names and texts that a page without escaping would act on. */
export const hostileNames = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</title></textarea></script><b class="planted">x</b>',
  '" autofocus onfocus="alert(1)" x="',
  '&lt;b&gt; &amp; {{7*7}} <!-- ',
  '=HYPERLINK("http://example.com","x")',
  '../../audit?x=1#y',
  'javascript:alert(1)',
] as const;
