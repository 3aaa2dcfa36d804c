import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { fillDesk } from '../../../../support/desk-leads.ts';
import { rowsOf, signIn } from '../../../../support/desk-page.ts';
import { timed } from '../../../../support/desk-visit.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';
import { freshFile, storeInFile } from '../../../../support/sqlite-file.ts';

/** What is looked up at the end of a week, among three hundred leads. The seconds are the machine's. */

describe.each(['memory', 'a file'])('kept in %s', (where) => {
  const kept = where === 'memory' ? undefined : freshFile();
  let browser: Browser;
  let desk: Awaited<ReturnType<typeof openDesk>>;
  let page: Page;

  beforeAll(async () => {
    [browser, desk] = await Promise.all([
      openBrowser(),
      openDesk(undefined, undefined, kept && storeInFile(kept.file)),
    ]);
    await fillDesk(desk, 300);
    const { operator, time } = desk;
    const { id: vendorId } = await operator.addVendor({ name: 'Globex', by: 'test' });
    const draft = (n: number) => ({
      firstName: `Answered${n}`,
      email: `n${n}@example.com`,
      vendorName: 'Globex',
    });
    for (let n = 1; n <= 4; n += 1) await desk.submit(`globex-${n}`, { vendorId, draft: draft(n) });
    const linus = { by: 'Linus', byId: await desk.addPeople('Linus') };
    await operator.assignLead({ leadId: 'globex-1', to: 'Linus', by: 'Grace' });
    time.now += minutes(20);
    for (let n = 1; n <= 4; n += 1)
      await operator.noteLead({ leadId: `globex-${n}`, kind: 'reached', text: undefined, by: linus });
    await operator.moveLead({ leadId: 'globex-1', to: 'Won', by: linus });
    await operator.moveLead({ leadId: 'globex-2', to: 'Lost', lostReason: 'price', by: linus });
    for (const leadId of ['globex-3', 'globex-4'])
      await operator.moveLead({ leadId, to: 'Lost', lostReason: 'spam', by: linus });
    page = await signIn(browser, desk, { viewport: { width: 1280, height: 860 } });
  });
  afterAll(async () => {
    await browser.close();
    await desk[Symbol.asyncDispose]();
    await kept?.close();
  });

  const task = (name: string, act: () => Promise<void>): void =>
    it(name, async () => {
      await page.goto('/');
      await timed(name, act);
    });

  task('20: what a colleague did today', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    const today = new Date(desk.time.now).toISOString().slice(0, 10);
    await page.getByLabel('Who').selectOption({ label: 'Linus' });
    await page.getByLabel('From').fill(today);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL('**since=**');
    const rows = (await page.locator('tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
    expect(rows).toHaveLength(11); // with each lead of nobody’s that became his
    expect(rows.some((row) => /Linus.*globex-4.*In Progress.*Lost/.test(row))).toBe(true);
    expect(rows.every((row) => row.includes('Linus'))).toBe(true);
  });

  task('21: how fast the team answers', async () => {
    await page.getByRole('link', { name: 'Report' }).click();
    const row = page.getByRole('region', { name: 'The vendors' }).getByRole('row', { name: /^Globex/ });
    const cells = await row.getByRole('cell').allInnerTexts();
    expect(cells.slice(0, 6)).toEqual(['4', '1', '3', '50 %', '50 %', '20 min']);
    const people = page.getByRole('region', { name: 'The team' });
    expect(await people.getByRole('row', { name: /^Nobody/ }).count()).toBe(1);
  });

  task('22: spam, duplicate and test out of the report', async () => {
    await page.getByRole('link', { name: 'Report' }).click();
    const row = page.locator('.report tbody', { hasText: 'Globex' }).locator('tr').first();
    expect((await row.getByRole('cell').allInnerTexts()).slice(0, 5)).toEqual([
      '4',
      '1',
      '3',
      '50 %',
      '50 %',
    ]);
    expect(await page.locator('.report > p.aside').last().innerText()).toMatch(/2 /);
    await row.getByRole('link', { name: '3' }).click();
    const lost = await rowsOf(page);
    expect(lost.filter((each) => each.includes('Spam'))).toHaveLength(2);
    expect(lost.filter((each) => each.includes('Too expensive'))).toHaveLength(1);
  });
});
