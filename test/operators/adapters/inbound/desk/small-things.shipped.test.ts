import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { signIn } from '../../../../support/desk-page.ts';
import { visitDesk } from '../../../../support/desk-visit.ts';
import { days, minutes } from '../../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const by = 'test';
const draft = (firstName: string) => ({ firstName, email: `${firstName.toLowerCase()}@example.com` });
const names = '.leads .name';

/** Four leads, each a day younger than the one before: Ann, Bob, Cy, Di. */
async function deskOfFour() {
  const desk = await openDesk();
  const now = desk.time.now;
  for (const [ago, name] of [
    [6, 'Ann'],
    [5, 'Bob'],
    [4, 'Cy'],
    [3.5, 'Di'],
  ] as const) {
    desk.time.now = now - days(ago);
    await desk.submit(`lead-${name}`, { draft: draft(name) });
  }
  desk.time.now = now;
  await desk.addPeople('Grace');
  return desk;
}

describe('the views', () => {
  it('are counted up to a hundred where an index does it', async () => {
    await using desk = await deskOfFour();
    for (let n = 0; n < 101; n += 1) await desk.submit(`more-${n}`, { draft: draft(`n${n}`) });
    await desk.operator.assignLead({ leadId: 'more-7', to: 'Grace', by });
    const page = await signIn(browser, desk);
    const views = page.getByRole('navigation', { name: 'Views' });
    expect((await views.innerText()).split(/\n/)).toEqual([
      ...['Today 100+', 'Mine 1', 'Unanswered 100+', 'Due 0'],
    ]);
    for (let n = 0; n < 99; n += 1) await desk.operator.moveLead({ leadId: `more-${n}`, to: 'Won', by });
    await page.reload();
    expect((await views.innerText()).split(/\n/).slice(0, 3)).toEqual([
      ...['Today 100+', 'Mine 0', 'Unanswered 6'],
    ]);
  });

  it('are sorted by their heads: the oldest first, or what was changed last; who is unanswered, the latest first', async () => {
    await using desk = await deskOfFour();
    const { operator, time } = desk;
    const page = await signIn(browser, desk);
    const shown = async (head: string) => {
      await page.getByRole('link', { name: head }).click();
      return page.locator(names).allInnerTexts();
    };
    expect(await shown('Unanswered')).toEqual(['Di', 'Cy', 'Bob', 'Ann']);
    expect(await shown('Came')).toEqual(['Ann', 'Bob', 'Cy', 'Di']);
    expect(await shown('Came')).toEqual(['Di', 'Cy', 'Bob', 'Ann']);
    await page.goto('/');
    expect(await shown('Came')).toEqual(['Ann', 'Bob', 'Cy', 'Di']);
    expect(await shown('Status')).toEqual([]);
    await page.goto('/?order=changed');
    for (const change of [
      () => operator.moveLead({ leadId: 'lead-Cy', to: 'Quoted', by }),
      () => operator.assignLead({ leadId: 'lead-Ann', to: 'Grace', by }),
      () => operator.moveLead({ leadId: 'lead-Bob', to: 'Lost', by }),
    ]) {
      time.now += minutes(1);
      await change();
    }
    await page.reload();
    expect(await page.locator(names).allInnerTexts()).toEqual(['Bob', 'Ann', 'Cy']);
  });

  it('continue after fifty, in their own order', async () => {
    await using desk = await openDesk();
    const now = desk.time.now;
    for (let n = 0; n < 60; n += 1) {
      desk.time.now = now - days(9) + minutes(n);
      await desk.submit(`lead-${n}`, { draft: draft(`N${n}`) });
    }
    desk.time.now = now;
    const page = await signIn(browser, desk);
    await page.goto('/?status=open&waiting=3&order=oldest');
    expect(await page.locator(names).first().innerText()).toBe('N0');
    await page.getByRole('link', { name: 'Next' }).click();
    expect(await page.locator(names).allInnerTexts()).toEqual(
      Array.from({ length: 10 }, (_, n) => `N${n + 50}`),
    );
    for (let n = 0; n < 60; n += 1) {
      desk.time.now += minutes(1);
      await desk.operator.moveLead({ leadId: `lead-${n}`, to: 'Quoted', by });
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'Status' }).click();
    expect(await page.locator(names).first().innerText()).toBe('N59');
    await page.getByRole('link', { name: 'Next' }).click();
    expect(await page.locator(names).allInnerTexts()).toEqual(
      Array.from({ length: 10 }, (_, n) => `N${9 - n}`),
    );
  });
});

it('from a lead one goes to the next, to the one before, and back to its row, by mouse and keys', async () => {
  await using desk = await deskOfFour();
  await using visit = await visitDesk(browser, desk);
  const { page } = visit;
  await visit.go('/?status=open');
  await page.getByRole('link', { name: 'Cy', exact: true }).click();
  const title = page.locator('h1');
  const list = page.getByRole('navigation', { name: 'List' }).getByRole('link', { name: 'Inbox' });
  await page.getByRole('link', { name: 'Next' }).click();
  expect(await title.innerText()).toBe('Bob');
  await page.getByLabel('Where to').selectOption({ value: 'Won' });
  await page.getByRole('button', { name: 'Log', exact: true }).click(); // which takes it from the list, not out of the row
  await page.getByText(/Bob moved from .* to Won\./).waitFor();
  await expect.poll(() => title.innerText()).toBe('Ann');
  await list.waitFor();
  expect(await page.getByRole('link', { name: 'Next' }).isVisible()).toBe(false);
  await page.keyboard.press('k');
  await expect.poll(() => title.innerText()).toBe('Bob');
  await list.click();
  await expect.poll(() => page.evaluate('document.activeElement.closest("tr")?.rowIndex')).toBe(3); // where Bob was
  await page.getByRole('link', { name: 'Cy', exact: true }).click();
  await expect.poll(() => title.innerText()).toBe('Cy');
  await list.click();
  expect(new URL(page.url()).search).toBe('?status=open');
  await expect.poll(() => page.evaluate('document.activeElement.closest("tr")?.id')).toBe('lead-lead-Cy');
  await visit.go('/leads/lead-Di');
  await page.evaluate('sessionStorage.clear()');
  await page.reload();
  await page.locator('[data-keys]').waitFor(); // the script is there
  expect(await page.locator('[data-list]').isVisible()).toBe(false);
  expect(visit.amiss).toEqual([]);
});

it('shortcuts work with Caps Lock, and on keyboards with other letters or with digits above', async () => {
  await using desk = await deskOfFour();
  const page = await signIn(browser, desk);
  const press = (key: string, code: string, shiftKey = false) =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, code, shiftKey, bubbles: true, cancelable: true })}))`,
    );
  const row = () => page.evaluate('document.activeElement.closest("tr")?.rowIndex');
  await page.locator('[data-keys]').waitFor();
  await press('J', 'KeyJ');
  expect(await row()).toBe(1);
  await press('о', 'KeyJ'); // the same key with Cyrillic letters
  expect(await row()).toBe(2);
  await press('ق', 'KeyR'); // which means nothing
  await press('λ', 'KeyL');
  await press('κ', 'KeyK');
  expect(await row()).toBe(1);
  await press('n', 'KeyJ'); // a Latin letter elsewhere is what it says
  expect(await row()).toBe(1);
  await press('j', 'KeyC');
  expect(await row()).toBe(2);
  await press('ч', 'KeyX');
  expect(await page.locator('input[name=lead]:checked').count()).toBe(1);
  await press('ь', 'KeyM');
  await press('é', 'Digit2'); // above which French keyboards have it
  expect(await page.locator('.said').innerText()).toContain('1 lead moved to Quoted: ');
  await page.locator('[data-keys]').waitFor();
  await press('.', 'Slash'); // where Russian keyboards have no /
  expect(await page.evaluate('document.activeElement.name')).toBe('q');
  await page.keyboard.press('Escape');
  await press('?', 'Minus', true); // German
  expect(await page.locator('dialog').isVisible()).toBe(true);
});

it('new leads are told of where they belong, and nowhere else', async () => {
  await using desk = await deskOfFour();
  const page = await signIn(browser, desk);
  const path = (search: string) => `/${search}`;
  for (const search of [
    '?q=ann',
    '?status=open&waiting=3&order=oldest',
    '?order=changed',
    '?until=2020-01-01',
  ])
    expect([search, (await page.goto(path(search))) && (await page.locator('.news').count())]).toEqual([
      search,
      0,
    ]);
  await page.clock.install();
  await page.goto('/?type=sales');
  desk.time.now += minutes(1);
  await desk.submit('rental', { draft: { ...draft('Eve'), dealType: 'rental' } });
  const asked = page.waitForResponse('**/new-leads**');
  await page.clock.runFor(10_000);
  await asked;
  expect([await page.title(), await page.innerText('.news')]).toEqual(['Inbox · Leads', '']);
  await desk.submit('sales', { draft: draft('Fay') });
  await page.clock.runFor(10_000);
  await page.getByRole('link', { name: 'show it' }).click();
  expect(new URL(page.url()).search).toBe('?type=sales');
  expect(await page.locator(names).first().innerText()).toBe('Fay');
});

it('says what it means', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: draft('Ada') });
  const page = await signIn(browser, desk);
  await page.goto('/leads/lead-1');
  expect(await page.locator('.standing').innerText()).toContain('just now');
  await page.getByRole('button', { name: 'Take' }).click();
  await page.getByLabel('Give to').selectOption({ value: 'nobody' });
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  expect((await desk.operator.showLead({ leadId: 'lead-1', by })).deal.owner).toBeUndefined();
  await page.goto('/?q=nobody+here');
  expect(await page.textContent('.empty')).toMatch(/what each vendor was refused, and why/);
  for (const [status, mark] of [
    ['Won', 'conic-gradient(rgb'], // a whole ring
    ['Lost', 'linear-gradient(45deg'], // a ring with a stroke through it
  ] as const) {
    await desk.submit(status, { draft: draft(status) });
    await desk.operator.moveLead({ leadId: status, to: status, by });
    await page.goto(`/leads/${status}`);
    const sign = await page.evaluate(
      'getComputedStyle(document.querySelector(".status"), "::before").backgroundImage',
    );
    expect([status, String(sign)]).toEqual([status, expect.stringContaining(mark)]);
  }
});

it('prints what is read, without what is pressed', async () => {
  await using desk = await deskOfFour();
  const page = await signIn(browser, desk);
  for (const [path, read, pressed] of [
    ['/', '.leads tbody tr', '.bar, main button, main input, .views, .pages, .bulk, .pick'],
    [
      '/leads/lead-Ann',
      '.ways',
      '.bar, main button, main input, main textarea, main select, .doing form, .thumb a',
    ],
    ['/report?since=2026-01-01', '.report', '.bar, main button, main input, summary'],
    ['/audit', '.list', '.bar, main button, main input, .trace'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    if (path === '/') await page.locator('input[name=lead]').first().check();
    await page.emulateMedia({ media: 'print' });
    expect([path, await page.locator(read).first().isVisible()]).toEqual([path, true]);
    const seen = await page
      .locator(pressed)
      .evaluateAll((all) => all.filter((each) => Object(each).checkVisibility()).length);
    expect([path, seen]).toEqual([path, 0]);
  }
});

it('on paper it says of when it is, and of today’s times the day', async () => {
  await using desk = await openDesk();
  desk.time.now = Date.UTC(2027, 0, 13, 15, 30);
  await desk.submit('lead-Ann', { draft: draft('Ann') });
  const page = await signIn(browser, desk);
  await page.goto('/leads/lead-Ann');
  const received = page.locator('.history time');
  const before = 'getComputedStyle(document.querySelector(".history time"), "::before").content';
  const shown = async () => [await page.evaluate(before), await page.locator('footer').innerText()];
  expect([await received.innerText(), await shown()]).toEqual([
    '15:30',
    ['none', 'Times in UTC · Version 1.2.3 · ? shortcuts'],
  ]);
  await page.emulateMedia({ media: 'print' });
  expect(await shown()).toEqual([
    '"13 Jan, "',
    expect.stringMatching(/^Times in UTC · Version 1\.2\.3 · As of\s13 Jan 2027, 15:30$/),
  ]);
});

it('on a telephone no number of the report runs into the next', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-Ann', { draft: draft('Ann') });
  const page = await signIn(browser, desk, { viewport: { width: 320, height: 800 } });
  await page.goto('/report');
  const wide = await page
    .locator('.report :is(td, th, dd, summary)')
    .evaluateAll(
      (all) => all.filter((each) => Object(each).scrollWidth > Object(each).clientWidth + 1).length,
    );
  expect(wide).toBe(0);
});

it('sales and admins export notes, ZIP and what was done, too; a viewer does not, and of an erased customer nobody does', async () => {
  await using desk = await openDesk();
  for (const [n, name] of ['Ann', 'Bob'].entries())
    await desk.submit(`lead-${n}`, {
      draft: { ...draft(name), zip: `9410${n}`, notes: `=Call\n${name}`, vehicleMake: 'Ford' },
    });
  for (const leadId of ['lead-0', 'lead-1'])
    await desk.operator.noteLead({ leadId, kind: 'reached', text: `Hi ${leadId}`, by });
  await desk.operator.eraseLead({ leadId: 'lead-1', by });
  const exported = async (role: 'viewer' | 'sales' | 'admin') => {
    const page = await signIn(browser, desk, { role, name: role });
    return (await page.request.get('/leads.csv')).text();
  };
  const [viewer, sales, admin] = await Promise.all([
    exported('viewer'),
    exported('sales'),
    exported('admin'),
  ]);
  expect(viewer).toMatch(/,followUpAt\n[\s\S]*Ford/);
  expect(viewer).not.toMatch(/Call|9410|reached/);
  expect(sales).toMatch(/,followUpAt,zip,notes,timeline\n/);
  expect(sales).toMatch(
    /Ford,,\S+,,94100,"'=Call\nAnn",\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .+ reached the customer: Hi lead-0\n/,
  );
  expect(sales).not.toMatch(/94101|Bob|lead-1.*reached/);
  expect(admin).toBe(sales);
});
