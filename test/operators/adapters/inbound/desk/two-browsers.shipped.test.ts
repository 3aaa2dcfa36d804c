import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { visitDesk } from '../../../../support/desk-visit.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('two who do everything to one lead at once are each told what the other did, and nothing is lost', async () => {
  await using desk = await openDesk();
  await desk.submit('ada');
  const visit = async (name: string) => {
    const visited = await visitDesk(browser, desk, { role: 'sales', name });
    const { page, go } = visited;
    await go('/leads/ada');
    return {
      ...visited,
      /** Until this is told. */
      press: async (button: string, told: string): Promise<void> => {
        desk.time.now += minutes(1);
        await page.getByRole('button', { name: button, exact: true }).click();
        await page.getByRole('main').getByText(told).first().waitFor();
      },
      note: (text: string) => page.getByLabel('What was said or done').fill(text),
      next: (text: string) => page.getByLabel('Or when next').fill(text),
      to: (status: string) => page.getByLabel('Where to').selectOption({ value: status }),
    };
  };
  await using grace = await visit('Grace');
  await using linus = await visit('Linus');
  const again = () => Promise.all([grace.go('/leads/ada'), linus.go('/leads/ada')]);

  await grace.next('tomorrow 10:00');
  await grace.press('Log', 'Next: ');
  await linus.next('3d');
  await linus.press('Log', 'Meanwhile its follow-up was set to another time by Grace.');
  await linus.go('/leads/ada');
  await linus.to('Won');
  await linus.press('Log', 'Grace has promised to follow up');
  await linus.to('');
  await linus.page.getByLabel('Ends now').check();
  await linus.press('Log', 'You ended the follow-up of Grace, ');

  const day = await (await grace.page.request.get(`${desk.origin}/day`)).text();
  expect(day.replace(/<[^>]*>/g, '')).toContain('Linus ended your promise to Ada');
  await grace.next('3d');
  await grace.press('Log', 'Meanwhile its follow-up was ended by Linus.');

  await again();
  await linus.to('Quoted');
  await linus.press('Log', 'moved from In Progress to Quoted.');
  await grace.to('Lost');
  await grace.page.getByLabel('Too expensive').check();
  await grace.press('Log', 'Meanwhile Linus moved it to Quoted.');

  await linus.page.getByLabel('Give to').selectOption('nobody');
  await linus.press('Give', 'is now nobody’s');
  await again();
  await linus.press('Take', 'assigned to Linus');
  await grace.press('Take', 'Meanwhile Linus became its owner.');

  await again();
  await Promise.all([grace.note('She called back.'), linus.note('Wants the red one.')]);
  const noted = 'Written down: you noted.';
  await Promise.all([grace.press('Log', noted), linus.press('Log', noted)]);
  await grace.go('/leads/ada');
  const timeline = await grace.page.innerText('.history');
  expect(timeline).toContain('She called back.');
  expect(timeline).toContain('Wants the red one.');

  await desk.operator.eraseLead({ leadId: 'ada', by: 'root' });
  await linus.note('One more thing.');
  await linus.press('Log', 'The customer’s data was erased');
  expect([...grace.amiss, ...linus.amiss, ...desk.faults]).toEqual([]);
  const { deal } = await desk.operator.showLead({ leadId: 'ada', by: 'test' });
  expect([deal.status, deal.history.length]).toEqual(['Quoted', 2]);
});
