import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { hostileTexts } from '../../../../support/desk-leads.ts';
import { signIn } from '../../../../support/desk-page.ts';
import { planted, plantedDesk } from './inert.walk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it.each(hostileTexts)(
  '%j in every field that others write is text on every page, as a browser reads it',
  async (text) => {
    await using desk = await plantedDesk(text);
    const page = await signIn(browser, desk);
    for (const path of desk.paths) {
      const html = await (await page.request.get(path)).text();
      const [given, selector] = [html, planted].map((text) => JSON.stringify(text));
      const parsed = `new DOMParser().parseFromString(${given}, 'text/html')`;
      const found = await page.evaluate(`${parsed}.querySelectorAll(${selector}).length`);
      expect([path, found]).toEqual([path, 0]);
      expect([path, html.includes('· Leads</title>')]).toEqual([path, true]);
    }
    expect(desk.faults).toEqual([]);
  },
);
