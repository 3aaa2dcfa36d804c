import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { fillDesk } from '../../../../support/desk-leads.ts';
import { signIn } from '../../../../support/desk-page.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';

let browser: Browser;
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  [browser, desk] = await Promise.all([openBrowser(), openDesk()]);
  await fillDesk(desk, 60);
  const draft = { firstName: 'Ada', email: 'ada@example.com', phone: '2125550103', notes: 'A van, please.' };
  await desk.submit('ada', { draft });
  const at = new Date(desk.time.now + minutes(24 * 60));
  await desk.operator.followUp({ leadId: 'ada', at, text: 'ask about the blue one', by: 'Linus' });
});
afterAll(async () => {
  await browser.close();
  await desk[Symbol.asyncDispose]();
});

/** All that is pressed on a page: the text of each and its height, and whether it lies in a row. */
const pressed = (page: Page) =>
  page.evaluate<{ text: string; height: number; isInRow: boolean }[]>(`
    [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches('.skip'))
      .map((each) => ({
        text: each.ariaLabel ?? each.innerText,
        height: each.matches('.name') ? 44 : (each.closest('label') ?? each).getBoundingClientRect().height,
        isInRow: each.closest('tbody') !== null,
      }))`);

it.each([
  ['admin', 17],
  ['sales', 16],
] as const)('has few things to press outside of its rows: for %s %i', async (role, most) => {
  const page = await signIn(browser, desk, { role, viewport: { width: 1440, height: 900 } });
  const outside = (await pressed(page)).filter(({ isInRow }) => !isInRow).map(({ text }) => text);
  expect(outside).toHaveLength(most);
  const sizes = await page.evaluate(`[...new Set([...document.querySelectorAll('#content *')]
    .filter((each) => each.checkVisibility() && [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .map((each) => getComputedStyle(each).fontSize))].sort()`);
  expect(sizes).toEqual(['13px', '16px', '24px']);
});

it('opens a lead wherever its row is pressed, but calls at its number', async () => {
  const page = await signIn(browser, desk, { viewport: { width: 1440, height: 900 } });
  const row = page.locator('#lead-ada');
  const box = await row.boundingBox();
  const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  const linkAt = (x: number) =>
    page.evaluate(
      `document.elementFromPoint(${(box?.x ?? 0) + x}, ${middle})?.closest('a')?.getAttribute('href')`,
    );
  for (const x of [400, 700, 950, (box?.width ?? 0) - 10])
    expect([x, await linkAt(x)]).toEqual([x, '/leads/ada']);
  expect(await linkAt(20), 'the box selects').toBeUndefined();
  expect(await row.locator('.reach a').getAttribute('href')).toBe('tel:+12125550103');
  await row.locator('.reach a').click({ trial: true }); // nothing lies over it
  await page.mouse.click((box?.x ?? 0) + 700, (box?.y ?? 0) + 10);
  await page.waitForURL('**/leads/ada');
});

it.each(['/', '/?status=open&owner=me', '/leads/ada', '/contacts?q=a'])(
  'on a telephone, all that is pressed on %s is as high as a thumb is wide',
  async (path) => {
    const page = await signIn(browser, desk, { viewport: { width: 390, height: 844 } });
    await page.goto(path);
    expect((await pressed(page)).filter(({ height }) => height < 43.5)).toEqual([]);
  },
);

it('the page of a lead with a number and an address has at most 26 things to press, and its promise is on paper', async () => {
  const page = await signIn(browser, desk, { role: 'sales', viewport: { width: 1440, height: 900 } });
  await page.goto('/leads/ada');
  expect((await pressed(page)).length).toBeLessThanOrEqual(26);
  await page.emulateMedia({ media: 'print' });
  const paper = await page.innerText('main');
  expect(paper).toMatch(/Promised for .*, by Linus: ask about the blue one/);
  expect(paper).not.toMatch(/Outcome|Where to|When next/);
});

it('on a telephone, ticked leads are moved above the places of the bar, and a time alone can be logged', async () => {
  const page = await signIn(browser, desk, { role: 'sales', viewport: { width: 390, height: 844 } });
  await page.goto('/?status=open');
  await page.locator('tbody input[name=lead]').first().check();
  for (const button of await page.locator('.bulk button:visible').all()) await button.click({ trial: true });
  const owner = await page.getByLabel('New owner').boundingBox();
  expect(owner?.width, 'shows whom one chooses').toBeGreaterThan(100);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await desk.submit('bob', { draft: { firstName: 'Bob', phone: '2125550104', notes: 'A ramp.' } });
  await page.goto('/leads/bob');
  await page.fill('input[name=at]', 'monday');
  await page.locator('.thumb .primary').click({ trial: true });
});
