import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { axeViolations, hostileNames, visitDesk } from '../../../support/desk-visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it.each([true, false])(
  'an admin sees who is signed in, and signs somebody out everywhere (script: %s)',
  async (javaScriptEnabled) => {
    await using desk = await openDesk();
    const { access, operator, time } = desk;
    const open = async (name: string) =>
      access.openLink((await access.makeLink({ name, role: 'sales', by: 'root' })).link);
    const [one, two] = [await open('Linus'), await open('Linus')];
    time.now += 60_000;
    await access.makeLink({ name: 'Mary', role: 'viewer', by: 'root' });
    await using visit = await visitDesk(browser, desk, { javaScriptEnabled });
    const { page } = visit;
    await page.getByRole('link', { name: 'People' }).click();
    const rows = async () =>
      (await page.locator('tbody tr').allInnerTexts()).map((row) => row.replace(/per_\w+|\s+/g, ' '));
    expect(await rows()).toEqual([
      expect.stringMatching(/^Grace \(you\) .*admin .* signed in End session/),
      expect.stringMatching(/^Linus .*sales .* signed in in 2 browsers End sessions/),
      expect.stringMatching(/^Mary .*viewer .*never .*not signed in/),
    ]);
    if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'End sessions of Linus' }).click();
    expect(await page.textContent('.said')).toBe('Ended 2 sessions and links of Linus.');
    expect((await rows())[1]).toMatch(/^Linus .*not signed in/);
    for (const { text } of [one, two]) expect(await access.session(text)).toBeUndefined();
    const [entry] = await operator.readAudit({ on: one.person, limit: 1 });
    expect(entry).toMatchObject({ action: 'desk.end-sessions', by: 'Grace', outcome: 'done' });
    expect(visit.amiss).toEqual([]);
  },
);

it('people may be called anything: nothing is acted on', async () => {
  await using desk = await openDesk();
  const person = { role: 'sales', seen: desk.clock() } as const;
  for (const [n, name] of hostileNames.entries())
    await desk.ports.people.keep({ id: `per_${n}`, name, email: name, ...person });
  await using visit = await visitDesk(browser, desk);
  await visit.go('/people');
  const shown = await visit.page.locator('tbody th bdi').allTextContents();
  expect(new Set(shown)).toEqual(new Set(['Grace', ...hostileNames]));
  expect(await axeViolations(visit.page)).toEqual([]);
  expect(visit.amiss).toEqual([]);
});

it('somebody who is not known cannot be signed out', async () => {
  await using desk = await openDesk();
  const order = { person: 'per_nobody', by: 'root' };
  await expect(desk.operator.endSessions(order)).rejects.toMatchObject({ reason: 'unknown-person' });
});
