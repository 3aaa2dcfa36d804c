import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { rowsOf, signIn } from '../../../support/desk-page.ts';
import { minutes } from '../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A browser without a screen shows nothing: what it was asked to show is kept. */
const keepShown = `
  window.shown = [];
  window.Notification = class {
    static permission = localStorage.getItem('permitted') ?? 'default';
    static async requestPermission() {
      localStorage.setItem('permitted', 'granted');
      return (this.permission = 'granted');
    }
    constructor(title, { body, silent }) { window.shown.push([title, body, silent].join('; ')); }
  };`;

it('tells whose leads they are: the page that they look at, and the browser, once they want it; once, and not who the customer is', async () => {
  await using desk = await openDesk();
  const by = 'Linus';
  const now = desk.time.now;
  const draft = (n: number) => ({
    firstName: 'Ada',
    email: `ada${n}@example.com`,
    vehicleMake: 'Ford',
    vehicleModel: 'F-150',
  });
  for (const n of [1, 2, 3]) await desk.submit(`lead-${n}`, { draft: draft(n) });
  const grace = { by: 'Grace', byId: await desk.addPeople('Grace', 'Linus') };
  await desk.operator.assignLead({ leadId: 'lead-2', to: 'Grace', by });
  await desk.operator.followUp({ leadId: 'lead-2', at: new Date(now + minutes(30)), by });
  await desk.operator.assignLead({ leadId: 'lead-3', to: 'Grace', by: grace });
  const page = await signIn(browser, desk);
  await page.context().addInitScript(keepShown);
  await page.clock.install({ time: now });
  await page.goto('/');
  const shown = () => page.evaluate<string[]>('window.shown');
  const told = (of = page) => of.locator('.mine a').allInnerTexts();
  const asks: string[] = [];
  page.context().on('request', (request) => void asks.push(new URL(request.url()).pathname));
  const asksOf = async (act: () => Promise<void>) => {
    const before = asks.length;
    await act();
    return asks.slice(before).filter((path) => path === '/mine').length;
  };
  const passes = async (time: number) => {
    desk.time.now += time;
    await page.clock.runFor(10_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  await passes(minutes(1));
  expect(await told()).toEqual([]); // what was before is no news
  await desk.operator.assignLead({ leadId: 'lead-1', to: 'Grace', by });
  const other = await page.context().newPage();
  await other.goto('/');
  expect(await asksOf(() => passes(minutes(1)))).toBe(1); // of all tabs, one
  for (const tab of [page, other])
    expect(await told(tab)).toEqual(['A lead is yours now: sales, Ford F-150']);
  await passes(minutes(1));
  expect([await told(), await shown()]).toEqual([['A lead is yours now: sales, Ford F-150'], []]);
  await other.close();
  await page.getByRole('link', { name: 'A lead is yours now' }).click();
  await page.waitForURL('**/leads/lead-1');
  expect(await told()).toEqual([]);

  await hide(page);
  expect(await asksOf(() => passes(minutes(1)))).toBe(0); // nobody looks, and nobody asked for it
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  await passes(minutes(1));
  expect(await shown()).toEqual([]);

  await desk.operator.assignLead({ leadId: 'lead-1', to: undefined, by });
  await desk.operator.assignLead({ leadId: 'lead-1', to: 'Grace', by });
  await desk.operator.assignLead({ leadId: 'lead-3', to: 'Linus', by: grace });
  await desk.operator.assignLead({ leadId: 'lead-3', to: 'Grace', by: grace });
  await passes(minutes(1));
  expect(await shown()).toEqual(['A lead is yours now; sales, Ford F-150; true']);
  await passes(minutes(30));
  expect((await shown()).slice(1)).toEqual(['A lead of yours is due; sales, Ford F-150; true']);
  await passes(minutes(60));
  expect((await shown()).slice(2)).toHaveLength(3);
  expect((await shown())[2]).toBe('A customer of yours waits too long; sales, Ford F-150; true');
  expect((await shown()).join()).not.toContain('Ada');

  await page.getByRole('button', { name: 'Turn off' }).click();
  expect(await asksOf(() => passes(minutes(1)))).toBe(0);
});

/** As if another window were before it. */
const hide = (page: Page) =>
  page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })");

it('names three of many leads, and can be turned on with a phone', async () => {
  await using desk = await openDesk();
  const page = await signIn(browser, desk, { viewport: { width: 390, height: 800 } });
  await page.context().addInitScript(keepShown);
  await page.clock.install({ time: desk.time.now });
  await page.goto('/');
  const passes = async () => {
    desk.time.now += minutes(1);
    const answer = page.waitForResponse('**/mine*');
    await page.clock.runFor(10_000);
    await answer;
  };
  await passes();
  for (const leadId of ['a', 'b', 'c', 'd', 'e']) {
    await desk.submit(leadId);
    await desk.operator.assignLead({ leadId, to: 'Grace', by: 'Linus' });
  }
  await passes();
  const links = page.locator('.mine a');
  expect(await links.allInnerTexts()).toEqual([
    ...Array(3).fill('A lead is yours now: sales'),
    'And 2 more: all of yours',
  ]);
  await links.last().click();
  expect(page.url()).toContain('owner=me');
  expect(await rowsOf(page)).toHaveLength(5);

  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  const turnOff = await page.getByRole('button', { name: 'Turn off' }).boundingBox();
  const close = await page.getByRole('button', { name: 'Close' }).boundingBox();
  expect(close?.y).toBeGreaterThan((turnOff?.y ?? 0) + (turnOff?.height ?? 0) + 5);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});
