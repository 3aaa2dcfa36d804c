import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { rowsOf, signIn } from '../../../../support/desk-page.ts';
import { days, minutes } from '../../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const by = 'test';
const draft = (firstName: string, more = {}) => ({ firstName, email: `${firstName}@example.com`, ...more });

describe('the view Due', () => {
  /** Half past ten on a Wednesday in New York. */
  const now = Date.UTC(2027, 0, 13, 15, 30);
  const hours = (n: number) => minutes(60 * n);

  async function deskOfDue() {
    const desk = await openDesk(undefined, zoneOf('America/New_York'));
    const due = {
      Nia: ['Grace', now - days(2)],
      Ola: ['Grace', now - hours(1)],
      Pia: [undefined, now + hours(4)],
      Tomorrow: ['Grace', now + days(1)],
      Colleagues: ['Linus', now - hours(1)],
    } as const;
    desk.time.now = now - days(5);
    const grace = { by: 'Grace', byId: await desk.addPeople('Grace', 'Linus') };
    for (const [name, [owner, at]] of Object.entries(due)) {
      await desk.submit(name, { draft: draft(name) });
      if (owner) await desk.operator.assignLead({ leadId: name, to: owner, by });
      await desk.operator.noteLead({ leadId: name, kind: 'wrote', by });
      // A promise in a lead of nobody’s is due for whoever made it.
      await desk.operator.followUp({ leadId: name, at: new Date(at), by: owner ? by : grace });
    }
    desk.time.now = now;
    return Object.assign(desk, { grace });
  }

  it('has what nobody else comes back to, what is overdue on top, with its number on the chip and in the title', async () => {
    await using desk = await deskOfDue();
    const page = await signIn(browser, desk);
    expect(await page.title()).toBe('(3 due) Inbox · Leads');
    await page.getByRole('link', { name: 'Due 3' }).click();
    await page.waitForURL('**due=today');
    const marks = page.locator('.leads .clock');
    expect(await page.locator('.leads .name').allInnerTexts()).toEqual(['Nia', 'Ola', 'Pia']);
    expect(await marks.allInnerTexts()).toEqual([
      '2 d late since Mon 10:30',
      '1 h late since 09:30',
      '4 h due at 14:30',
    ]);
    expect(await page.locator('.leads .clock.late').count()).toBe(2);
    await page.goto('/?owner=me');
    expect(await page.locator('.leads .clock').first().innerText()).toBe('1 d due at Thu 10:30');
  });

  it('stays Due when another owner is chosen', async () => {
    await using desk = await deskOfDue();
    const page = await signIn(browser, desk);
    await page.getByRole('link', { name: 'Due 3' }).click();
    await page.getByText('More filters').click();
    const linus = (await desk.operator.namePeople()).find(({ name }) => name === 'Linus');
    await page.locator('.filters select[name=owner]').selectOption(linus?.id ?? '');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**owner=per_*');
    expect(await page.locator('.leads .name').allInnerTexts()).toEqual(['Colleagues']);
    const late = page.locator('.leads .clock.late');
    expect(await late.allInnerTexts(), 'red, as on its page').toEqual(['1 h late since 09:30']);
    expect(new URL(page.url()).searchParams.get('due')).toBe('2027-01-13');
    await page.goto('/?due=2027-01-14');
    expect(await page.locator('.leads .clock').last().innerText()).toBe('1 d due at Thu 10:30');
    expect(await page.locator('.chips.on').innerText()).toContain('To follow up by 2027-01-14');
  });

  it('keeps its number fresh while the page is open', async () => {
    await using desk = await deskOfDue();
    const page = await signIn(browser, desk);
    await page.clock.install();
    await page.goto('/');
    await desk.operator.noteLead({ leadId: 'Nia', kind: 'reached', text: undefined, by });
    await desk.submit('new', { draft: draft('New') });
    await page.clock.runFor(10_000);
    await page.getByRole('link', { name: 'show it' }).waitFor();
    expect(await page.title()).toBe('(1 new, 2 due) Inbox · Leads');
    expect(await page.getByRole('link', { name: 'Due', exact: false }).first().innerText()).toBe('Due 2');
    for (const leadId of ['Ola', 'Pia'])
      await desk.operator.noteLead({ leadId, kind: 'reached', text: undefined, by: desk.grace });
    await page.clock.runFor(10_000);
    await expect.poll(() => page.title()).toBe('(1 new) Inbox · Leads');
  });
});

describe('a row', () => {
  const car = { vehicleYear: '2021', vehicleMake: 'Ford', vehicleModel: 'F-150', vehicleMiles: '41,200' };
  const notes = 'Looking for a truck that can tow 9,000 lb.\nHas a 2014 Tacoma to trade in.';

  it.each([1920, 1280, 1120, 380])(
    'has the vehicle and what the customer wrote first: at %i pixels',
    async (width) => {
      await using desk = await openDesk();
      await desk.submit('lead-1', { draft: draft('Ada', { ...car, notes }) });
      const page = await signIn(browser, desk, { viewport: { width, height: 800 } });
      const [row] = await rowsOf(page);
      expect(row).toContain('2021 Ford F-150, 41,200 miles');
      const words = page.locator('.leads .words');
      expect(await words.innerText()).toContain('Looking for a truck that can tow 9,000 lb. Has a');
      expect(
        await page
          .locator('.leads .car')
          .boundingBox()
          .then((box) => box?.width),
      ).toBeGreaterThan(180);
      const isCut = await words.evaluate(
        (element) =>
          element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 2,
      );
      expect(isCut).toBe(width === 1120); // where all of it has room, nothing is cut
    },
  );

  it.each([1920, 1280])(
    'shows the beginning of words that run from right to left: at %i pixels',
    async (width) => {
      await using desk = await openDesk();
      const words = 'مرحبا، أود الحصول على عرض سعر لهذه السيارة قبل نهاية الأسبوع إن أمكن. '.repeat(3);
      await desk.submit('lead-1', { draft: draft('Ada', { ...car, notes: words }) });
      const page = await signIn(browser, desk, { viewport: { width, height: 800 } });
      const isSeen = await page.evaluate(`(() => {
        const element = document.querySelector('.leads .words');
        const first = document.createRange();
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        first.setStart(text, 0);
        first.setEnd(text, 1);
        const [letter, box] = [first.getBoundingClientRect(), element.getBoundingClientRect()];
        return letter.left >= box.left && letter.right <= box.right + 1;
      })()`);
      expect(isSeen).toBe(true);
    },
  );

  it('says in one unit how long its customer waits', async () => {
    await using desk = await openDesk();
    const now = desk.time.now;
    for (const [id, hours] of [
      ['days', 1422],
      ['hours', 47],
    ] as const) {
      desk.time.now = now - minutes(60 * hours);
      await desk.submit(id, { draft: draft(id) });
    }
    desk.time.now = now;
    const page = await signIn(browser, desk);
    const waits = await page.locator('.leads .clock').allInnerTexts();
    expect(waits).toEqual(['1 d late', '59 d late']);
    await page.goto('/leads/days');
    expect(await page.locator('.top .clock.late').innerText()).toMatch(/^59 d\s+late, came /);
  });

  it('says how many other leads its customer has, and the lead’s page leads to them', async () => {
    await using desk = await openDesk();
    const acme = await desk.operator.addVendor({ name: 'Acme', by });
    const now = desk.time.now;
    for (const [n, ago] of [5, 2, 0].entries()) {
      desk.time.now = now - days(ago);
      await desk.submit(`ada-${n + 1}`, {
        vendorId: acme.id,
        draft: draft('Ada', { vendorName: n === 1 ? 'Acme' : 'Globex' }),
      });
    }
    await desk.submit('other', { draft: draft('Bob') });
    const page = await signIn(browser, desk);
    const other = (id: string) => page.locator(`#lead-${id} .others`).allInnerTexts();
    expect(await other('ada-3')).toEqual(['2 other leads']);
    expect(await other('other')).toEqual([]);
    await page.goto('/leads/ada-3');
    await page.getByRole('link', { name: 'sales, Acme' }).click();
    expect(new URL(page.url()).pathname).toBe('/leads/ada-2');
    for (let n = 0; n < 1_000; n += 1) await desk.submit(`more-${n}`, { draft: draft('Ada') });
    await page.goto('/');
    expect(await other('more-999')).toEqual([expect.stringMatching(/^99\d\+ other leads$/)]);
    await page.goto('/leads/more-999');
    const beside = page.getByRole('complementary', { name: 'Beside this lead' });
    await beside.getByRole('link', { name: 'All leads' }).click();
    await page.getByText('1000+ leads').waitFor();
  });

  it('of an open lead’s customer that comes later is told of on the lead’s page', async () => {
    await using desk = await openDesk();
    await desk.submit('ada-1', { draft: draft('Ada') });
    const page = await signIn(browser, desk);
    await page.clock.install();
    desk.time.now += minutes(1);
    await page.goto('/leads/ada-1');
    desk.time.now += minutes(1);
    await desk.submit('other', { draft: draft('Bob') });
    await desk.submit('ada-2', { draft: draft('Ada') });
    const asked = page.waitForRequest('**/new-leads**');
    await page.clock.runFor(10_000);
    expect((await asked).url().toLowerCase()).not.toContain('ada@');
    await page.getByRole('link', { name: 'show it' }).waitFor();
    expect(await page.innerText('.news')).toBe('1 new lead of this customer: show it');
    await page.getByRole('link', { name: 'show it' }).click();
    expect(await page.locator('.leads .name').allInnerTexts()).toEqual(['Ada', 'Ada']);
  });

  it('the page of a lead tells that a colleague has changed it', async () => {
    await using desk = await openDesk();
    await desk.submit('ada-1', { draft: draft('Ada') });
    const page = await signIn(browser, desk);
    await page.clock.install();
    await page.goto('/leads/ada-1');
    desk.time.now += minutes(1);
    await desk.operator.noteLead({ leadId: 'ada-1', text: 'Wants red.', kind: 'note', by });
    await page.clock.runFor(10_000);
    await page.getByRole('link', { name: 'see how it is now' }).click();
    await page.getByText('Wants red.').waitFor();
    expect(await page.innerText('.news')).toBe('');
  });
});
