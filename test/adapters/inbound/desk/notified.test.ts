import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { signIn } from '../../../support/desk-page.ts';
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

it('tells whose leads they are, once they want it: in one tab, without a sound, and not who the customer is', async () => {
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
  await desk.operator.assignLead({ leadId: 'lead-2', to: 'Grace', by });
  await desk.operator.followUp({ leadId: 'lead-2', at: new Date(now + minutes(30)), by });
  await desk.operator.assignLead({ leadId: 'lead-3', to: 'Grace', by: 'Grace' });
  const page = await signIn(browser, desk);
  await page.context().addInitScript(keepShown);
  await page.clock.install({ time: now });
  await page.goto('/');
  const shown = () => page.evaluate<string[]>('window.shown');
  const asks: string[] = [];
  page.context().on('request', (request) => void asks.push(new URL(request.url()).pathname));
  const passes = async (time: number) => {
    desk.time.now += time;
    await page.clock.runFor(10_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  await desk.operator.assignLead({ leadId: 'lead-1', to: 'Grace', by });
  await passes(minutes(1));
  expect([await shown(), asks.filter((path) => path === '/mine')]).toEqual([[], []]); // nobody asked for it

  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  await passes(minutes(1));
  expect(await shown()).toEqual([]); // what was before is no news

  await desk.operator.assignLead({ leadId: 'lead-1', to: undefined, by });
  await desk.operator.assignLead({ leadId: 'lead-1', to: 'Grace', by });
  await desk.operator.assignLead({ leadId: 'lead-3', to: 'Linus', by: 'Grace' });
  await desk.operator.assignLead({ leadId: 'lead-3', to: 'Grace', by: 'Grace' });
  const other = await page.context().newPage();
  await other.goto('/');
  await passes(minutes(1));
  expect(await shown()).toEqual(['A lead is yours now; sales, Ford F-150; true']);
  await passes(minutes(30));
  expect((await shown()).slice(1)).toEqual(['A lead of yours is due; sales, Ford F-150; true']);
  await passes(minutes(60));
  expect((await shown()).slice(2)).toHaveLength(3);
  expect((await shown())[2]).toBe('A customer of yours waits too long; sales, Ford F-150; true');
  expect(await other.evaluate<string[]>('window.shown')).toEqual([]);
  expect((await shown()).join()).not.toContain('Ada');

  await page.getByRole('button', { name: 'Turn off' }).click();
  const count = asks.length;
  await passes(minutes(1));
  expect(asks.slice(count)).not.toContain('/mine');
});
