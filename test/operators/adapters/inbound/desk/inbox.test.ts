import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { rowsOf, signIn } from '../../../../support/desk-page.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const draft = (firstName: string, more = {}) => ({ firstName, email: `${firstName}@example.com`, ...more });

it('the list counts days in the zone of the business, wherever somebody looks', async () => {
  await using desk = await openDesk(undefined, zoneOf('America/Los_Angeles'));
  desk.time.now = Date.UTC(2027, 0, 10, 3); // still the 9th in Los Angeles
  await desk.submit('late', { draft: draft('Late') });
  const page = await signIn(browser, desk, { timezoneId: 'Asia/Tokyo' });
  await page.getByRole('link', { name: 'Today' }).click(); // on the first page, which no cookie came with
  expect(await page.locator('.leads .name').allInnerTexts()).toEqual(['Late']);
  expect(await page.locator('.leads time').innerText()).toBe('19:00');
  expect(await page.getByText('Times in America/Los_Angeles · Version 1.2.3').count()).toBe(1);
  expect(await page.getByLabel('Received from').inputValue()).toBe('2027-01-09');
  expect(await page.locator('.chips [aria-current]').innerText()).toBe('Today 1');
  await page.goto('/?since=2027-01-09&until=2027-01-09');
  expect(await page.locator('.leads .name').allInnerTexts()).toEqual(['Late']);
  await page.goto('/?since=2027-01-10');
  expect(await page.locator('.leads .name').allInnerTexts()).toEqual([]);
});

/** Without the marks that keep names apart from the text around them. */
const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, '').replace(/\s+/g, ' ');

describe('several leads', () => {
  it('are selected one by one, with Shift or all at once, and moved', async () => {
    await using desk = await openDesk();
    for (let n = 0; n < 9; n += 1) await desk.submit(`lead-${n}`, { draft: draft(`N${n}`) });
    await desk.addPeople('Katherine Johnson');
    const page = await signIn(browser, desk);
    const boxes = page.locator('input[name=lead]');
    expect(await page.getByRole('button', { name: 'Quoted' }).isVisible()).toBe(false);
    await boxes.nth(1).click();
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    expect(await page.textContent('[data-selected]')).toBe('4 leads');
    await page.getByLabel('Reason for the move').fill('After the meeting');
    await page.getByRole('button', { name: 'Quoted' }).click();
    expect(await page.textContent('.said')).toMatch(
      /^4 leads moved to Quoted: .N7., .N6., .N5. and 1 more\.$/,
    );
    expect((await rowsOf(page)).filter((row) => row.includes('Quoted'))).toHaveLength(4);
    const { deal } = await desk.operator.showLead({ leadId: 'lead-5', by: 'test' });
    expect(deal.history.at(-1)).toMatchObject({ status: 'Quoted', by: 'Grace', reason: 'After the meeting' });

    await page.getByLabel('Select all leads').check();
    expect(await page.textContent('[data-selected]')).toBe('9 leads');
    await page.getByLabel('New owner').selectOption('Katherine Johnson');
    await page.getByRole('button', { name: 'Give', exact: true }).click();
    expect(await page.textContent('.said')).toContain('9 leads assigned to Katherine Johnson: ');
    await page.getByLabel('Select all leads').check();
    await page.getByRole('button', { name: 'To nobody' }).click();
    expect(await page.textContent('.said')).toContain('9 leads assigned to nobody: ');
    expect(desk.faults).toEqual([]);
  });

  it('lists those that are refused, and why; the filter stays', async () => {
    await using desk = await openDesk();
    for (const id of ['one', 'two', 'three']) await desk.submit(id, { draft: draft(id) });
    await desk.operator.moveLead({ leadId: 'two', to: 'Won', by: 'test' });
    const page = await signIn(browser, desk);
    await page.goto('/?type=sales');
    await page.getByLabel('Select all leads').check();
    await page.getByRole('button', { name: 'Lost' }).click();
    await page.getByLabel('Why lost').selectOption('Too expensive');
    await page.getByRole('button', { name: 'Move 3 leads to Lost' }).click();
    expect(await page.textContent('h1')).toBe('1 of 3 leads stays as it is');
    expect(await page.innerText('.refusals')).toBe('two: A lead that is Won cannot become Lost.');
    await page.getByRole('link', { name: 'Back to the list' }).click();
    expect(new URL(page.url()).search).toBe('?type=sales');
  });

  it('are none that nobody ticked, after “back” to a list that has changed; who they are is said', async () => {
    await using desk = await openDesk();
    for (const name of ['Ada', 'Bob', 'Cy']) await desk.submit(name, { draft: draft(name) });
    const page = await signIn(browser, desk);
    await page.getByLabel('Select Bob').check();
    await page.getByLabel('Select Cy').check();
    await page.getByRole('link', { name: 'Ada', exact: true }).click();
    await desk.submit('New', { draft: draft('New') });
    await page.goBack();
    await page.getByLabel('Select New').waitFor();
    expect(await page.locator('input:checked').count()).toBe(0);

    await page.getByLabel('Select Bob').check();
    await page.getByLabel('Select Cy').check();
    await page.getByRole('button', { name: 'Won' }).click();
    expect(plain(await page.innerText('#content'))).toMatch(/^Move 2 leads to Won\? Cy, Bob Move/);
    await page.getByRole('button', { name: 'Move 2 leads to Won' }).click();
    expect(plain(await page.innerText('.said'))).toBe('2 leads moved to Won: Cy, Bob.');
  });

  it('are changed where one is: what was done, and the way back, are in sight there', async () => {
    await using desk = await openDesk();
    for (let n = 0; n < 40; n += 1) await desk.submit(`lead-${n}`, { draft: draft(`Ada${n}`) });
    const page = await signIn(browser, desk);
    await page.getByLabel('Select Ada10', { exact: true }).check();
    await page.getByRole('button', { name: 'Quoted' }).click();
    await page.locator('.said').waitFor();
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
    for (const each of [page.locator('.said'), page.getByRole('button', { name: /^Undo: / })])
      expect((await each.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });
});

it('My day is where sales begin: what is due, then who waits; red is what is theirs and late', async () => {
  await using desk = await openDesk();
  const now = desk.time.now;
  await desk.addPeople('Grace', 'Linus');
  const lead = async (name: string, ago: number, owner?: string) => {
    desk.time.now = now - minutes(ago);
    await desk.submit(name, { draft: draft(name) });
    if (owner) await desk.operator.assignLead({ leadId: name, to: owner, by: 'test' });
    desk.time.now = now;
  };
  await lead('Late', 90);
  await lead('Mine', 91, 'Grace');
  await lead('Soon', 50);
  await lead('Promised', 300, 'Grace');
  desk.time.now = now - minutes(2);
  await desk.operator.followUp({ leadId: 'Promised', at: new Date(now - minutes(1)), by: 'test' });
  desk.time.now = now;
  await lead('Colleagues', 5, 'Linus');
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto(await desk.link('sales'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(new URL(page.url()).pathname).toBe('/day');
  const rows = page.locator('.turns > li');
  expect(await page.locator('.part h2').allInnerTexts()).toEqual(['Promised 1', 'New 3']);
  expect(await rows.locator('.name').allInnerTexts()).toEqual(['Promised', 'Soon', 'Late', 'Mine']);
  expect(await rows.locator('.clock b').allInnerTexts()).toEqual(['now', '10 min', '30 min', '31 min']);
  expect(await page.locator('.clock.late').count()).toBe(2);
  expect(await rows.nth(1).getByRole('link').count()).toBe(2);

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/leads/Promised');
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL('**/leads/Soon');
  await page.getByRole('navigation', { name: 'List' }).getByRole('link', { name: 'My day' }).click();
  expect(new URL(page.url()).pathname).toBe('/day');
});

it('My day says that there is nothing to do, and that somebody has come', async () => {
  await using desk = await openDesk();
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.clock.install();
  await page.goto('/day');
  expect(await page.innerText('.empty')).toContain('Nothing is due');
  desk.time.now += minutes(1);
  await desk.submit('new');
  await page.clock.runFor(10_000);
  await page.getByRole('link', { name: 'show it' }).click();
  expect(await page.locator('.turns > li').count()).toBe(1);
  const viewer = await signIn(browser, desk, { role: 'viewer' });
  expect(await viewer.getByRole('navigation', { name: 'Desk' }).innerText()).not.toContain('My day');
});

it('tells of new leads while the page is open', async () => {
  await using desk = await openDesk();
  const page = await signIn(browser, desk);
  await page.clock.install();
  await page.goto('/');
  desk.time.now += minutes(1);
  await desk.submit('new-1', { draft: draft('New') });
  await desk.submit('new-2', { draft: draft('Newer') });
  await page.clock.runFor(10_000);
  await page.getByRole('link', { name: 'show them' }).waitFor();
  expect(await page.innerText('.news')).toBe('2 new leads: show them');
  expect(await page.title()).toBe('(2 new) Inbox · Leads');
  await page.getByRole('link', { name: 'show them' }).click();
  expect(await rowsOf(page)).toHaveLength(2);

  await desk.access.endSessionsOf({ name: 'Grace', by: 'test' });
  await page.clock.runFor(10_000);
  await page.getByRole('link', { name: 'sign in' }).waitFor();
});
