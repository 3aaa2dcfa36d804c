import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { visitDesk } from '../../../../support/desk-visit.ts';
import { days, minutes } from '../../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const card = 'section.customer';
const ways = (page: Page): Promise<string[]> =>
  page.locator(`${card} .ways a`).evaluateAll((all) => all.map((each) => Object(each).href));

it('the customer is reached by whatever is known of them, also what came with a later lead', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  await desk.submit('lead-2', { draft: { phone: '5550000001' } });
  await desk.submit('lead-3', { draft: { phone: '5550000002' } });
  const permissions = ['clipboard-read', 'clipboard-write'];
  await using visit = await visitDesk(browser, desk, { role: 'sales', permissions });
  const { page } = visit;
  await visit.go('/leads/lead-1');
  expect(await ways(page)).toEqual([
    ...['tel:+15550000001', 'sms:+15550000001', 'tel:+15550000002', 'sms:+15550000002'],
    'mailto:ada@example.com',
  ]);
  await page.getByRole('button', { name: 'Copy (555) 000-0002' }).click();
  await page.getByRole('button', { name: 'Copied (555) 000-0002' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('+15550000002');
  await page.evaluate(
    `navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`,
  );
  await page.getByRole('button', { name: 'Copied (555) 000-0002' }).click();
  await page.getByRole('button', { name: 'Not copied (555) 000-0002' }).waitFor();
  expect(visit.amiss).toEqual([]);

  // As WebKit does on http, whose memory keeps a page over the sign-out.
  await page.context().clearCookies();
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  await page.waitForURL(/sign-in/);
});

it('a number is corrected on the lead’s page, which then says by whom and when; a refusal stays there', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: { phone: '5550000001' } });
  await using visit = await visitDesk(browser, desk, { role: 'sales' });
  const { page } = visit;
  const correct = async (phone: string) => {
    if (!(await page.locator('details:has([name=phone])[open]').count()))
      await page.getByText('Correct').click();
    await page.getByLabel('Phone').fill(phone);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  await desk.submit('lead-2');
  await visit.go('/');
  await visit.go('/leads/lead-1');
  await correct('12');
  expect(await page.getByRole('alert').innerText()).toContain('The phone is not valid');
  expect([await page.textContent('h1'), await page.getByLabel('Phone').inputValue()]).toEqual(['Ada', '12']);
  expect(await page.locator('[aria-current=page]').innerText()).toBe('Inbox');
  const beside = page.getByRole('navigation', { name: 'List' });
  for (const name of ['Previous', 'Inbox']) await beside.getByRole('link', { name, exact: true }).waitFor();
  await correct('555-000-0002');
  await page.locator('.said', { hasText: 'changed phone' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/leads/lead-1');
  expect(await page.innerText(card)).toMatch(
    /000-0002[\s\S]*corrected by Grace, \d\d:\d\d[\s\S]*sent\s+\(555\) 000-0001/,
  );
  expect(await ways(page)).not.toContain('tel:+15550000001');
});

it('the timeline has what was done with all leads of the customer, each under its own, and not all at once', async () => {
  await using desk = await openDesk();
  const { operator, time } = desk;
  const by = 'Linus';
  await desk.submit('lead-1', { draft: { notes: 'Is it there?', vehicleMake: 'Ford' } });
  time.now += minutes(1);
  await operator.noteLead({ leadId: 'lead-1', kind: 'note', text: 'Call in the evening', by });
  time.now += minutes(1);
  await operator.moveLead({ leadId: 'lead-1', to: 'Lost', reason: 'Bought a bicycle', by });
  time.now += days(9);
  await desk.submit('lead-2');
  await using visit = await visitDesk(browser, desk, { role: 'viewer' });
  const { page } = visit;
  await visit.go('/leads/lead-2');
  const other = page.locator('.of-other');
  expect(await other.innerText()).toMatch(
    /^Ford, .*\n.*\d\d:\d\d\s+Lost[\s\S]*Bought a bicycle[\s\S]*Call in the evening[\s\S]*Is it there\?/,
  );
  await other.getByRole('link').click();
  await page.waitForURL('**/leads/lead-1');
  expect(await page.locator('.history .of-other').innerText()).toContain('came from');

  for (let n = 0; n < 60; n += 1) {
    time.now += minutes(1);
    await operator.noteLead({ leadId: 'lead-2', kind: 'note', text: `No. ${n}`, by });
  }
  await visit.go('/leads/lead-2');
  const entries = page.locator('.timeline > .history > li:not(.of-other)');
  expect([await entries.count(), await other.count()]).toEqual([50, 0]);
  await page.getByRole('link', { name: 'All 64 entries' }).click();
  expect([await entries.count(), await other.count()]).toEqual([61, 1]);
});

it('a colleague who has the same lead open is named, and no longer once they have left', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  await using grace = await visitDesk(browser, desk, { role: 'sales' });
  await grace.go('/leads/lead-1');
  expect(await grace.page.innerText('[data-here]')).toBe('');
  const context = await browser.newContext();
  const linus = await context.newPage();
  const { link } = await desk.access.makeLink({ name: 'Linus', role: 'viewer', by: 'test' });
  const { text } = await desk.access.openLink(link);
  await context.addCookies([{ name: 'desk', value: text, url: desk.origin }]);
  await linus.goto(`${desk.origin}/leads/lead-1`);
  expect(await linus.innerText('[data-here]')).toBe('Grace is here');
  const asked = async () => {
    const { lead, opened } = Object(
      await grace.page.locator('.news').evaluate((news) => Object(news).dataset),
    );
    return (await grace.page.request.get(`${desk.origin}/new-leads?lead=${lead}&opened=${opened}`)).json();
  };
  expect((await asked()).here).toBe('Linus is here');
  desk.time.now += minutes(1);
  expect((await asked()).here).toBe('');
  await context.close();
});

const controls = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((each) => each.checkVisibility() && !each.closest('dialog'))
  .map((each) => each.type === 'radio' ? each.name : each)`;

it('a lead’s page has at most 28 controls; on a telephone calling and logging stay in reach of the thumb', async () => {
  await using desk = await openDesk();
  for (const id of ['lead-1', 'lead-2'])
    await desk.submit(id, { draft: { email: `${id}@example.com`, phone: `555000000${id.at(-1)}` } });
  await using visit = await visitDesk(browser, desk, { role: 'sales' });
  const { page } = visit;
  await page.locator('.leads .name').first().click();
  await page.getByRole('link', { name: 'Next' }).waitFor();
  expect(await page.evaluate<number>(`new Set(${controls}).size`)).toBeLessThanOrEqual(28);

  await page.setViewportSize({ width: 390, height: 844 });
  const thumb = (name: string) => page.locator('.thumb').getByText(name);
  expect(await thumb('Log').isVisible(), 'there is nothing to log yet').toBe(false);
  await page.getByLabel('What was said or done').fill(' ');
  for (const end of [0, 100_000]) {
    await page.evaluate(`scrollTo(0, ${end})`);
    for (const name of ['Call', 'Log'])
      await expect
        .poll(async () => (await thumb(name).boundingBox())?.y, { message: `${name} at ${end}` })
        .toBeGreaterThan(770);
  }
  const log = page.getByRole('button', { name: 'Log', exact: true });
  expect(await log.evaluateAll((all) => all.filter((each) => Object(each).checkVisibility()).length)).toBe(1);
  await thumb('Log').click();
  await expect.poll(async () => (await page.getByRole('alert').boundingBox())?.y).toBeLessThan(770);
  const [list, next] = await Promise.all(
    ['[data-list]', '[rel=next]'].map((each) => page.locator(each).boundingBox()),
  );
  expect(Math.abs((list?.y ?? 0) - (next?.y ?? 99)), 'what leads elsewhere is one line').toBeLessThan(10);
  await page.getByLabel('Spoke').check();
  await thumb('Log').click();
  await page.locator('.said', { hasText: 'Written down: you reached the customer.' }).waitFor();

  const lastName = 'von Hohenstein-Altenburg';
  await desk.submit('long', { draft: { firstName: 'Maximiliane-Charlotte', lastName } });
  await visit.go('/');
  await visit.go('/leads/long');
  const beside = page.getByRole('link', { name: 'Next' });
  expect((await beside.boundingBox())?.height, 'a word is not broken').toBeLessThan(45);

  await visit.go('/');
  await page.locator('input[name=lead]').first().check();
  expect(
    (await page.locator('.bulk').boundingBox())?.height,
    'what is done with selected leads leaves most of a telephone to the list',
  ).toBeLessThan(260);
});
