import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assets } from '../../../../../src/operators/adapters/inbound/desk/assets.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { signIn } from '../../../../support/desk-page.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';
import { hasPdfReader, pagesOf } from '../../../../support/printed.ts';

const by = 'test';
const VENDORS = 30;
let browser: Browser;
let desk: Awaited<ReturnType<typeof openDesk>>;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  desk = await openDesk(undefined, undefined, undefined, 'Blue Motors');
  desk.time.now = Date.UTC(2027, 0, 20, 15, 30);
  await desk.addPeople('Grace', 'Linus');
  for (let n = 10; n < 10 + VENDORS; n += 1) {
    const { id: vendorId } = await desk.operator.addVendor({ name: `Vendor ${n}`, by });
    for (const type of ['sales', 'service'])
      await desk.submit(`lead-${n}-${type}`, {
        vendorId,
        draft: {
          ...{ firstName: 'Ada', lastName: `Number ${n}`, phone: `21255501${n}`, dealType: type },
          ...{ email: `ada${n}@example.com`, vendorName: `Vendor ${n}` },
          ...{
            vehicleMake: 'Ford',
            vehicleModel: 'F-150',
            notes: 'Wants to know what the winter tyres cost.',
          },
        },
      });
    desk.time.now += minutes(1);
  }
  const leadId = 'lead-10-sales';
  const next = new Date(desk.time.now + minutes(90));
  await desk.operator.noteLead({ leadId, kind: 'reached', text: 'Likes the blue one.', next, by: 'Linus' });
  await desk.operator.moveLead({ leadId: 'lead-11-sales', to: 'Won', by: 'Grace' });
  page = await signIn(browser, desk, { role: 'admin' });
});
afterAll(async () => {
  await browser.close();
  await desk[Symbol.asyncDispose]();
});

/** What leads to something, or changes it: on paper it says nothing. */
const onlyPressed =
  /spreadsheet|Give|Other days|Correct|Copy|Undo|Strike|Log\b|Details|All |Add a|Next|Find|Take|Text|types|filters|What I did|Show|Sign out|shortcuts/;

describe.skipIf(!hasPdfReader()).each(['A4', 'Letter'])('on %s', (format) => {
  const print = async (path: string) => {
    await page.goto(path);
    return pagesOf(await page.pdf({ format }));
  };

  it('the report has the house, the period, its tables with their heads, and vendors whole', async () => {
    const pages = await print('/report');
    expect(pages.length).toBe(2);
    expect(pages[0]).toMatch(/Blue Motors\s+January 2027\s/);
    expect(pages[0]).toMatch(/Who +Open +Due +Late .*Promises kept\n/);
    for (const [at, text] of pages.entries()) {
      expect(text).toMatch(new RegExp(`\\s${at + 1} ?/ ?${pages.length}\\s*$`));
      if (at > 0) expect(text).toMatch(/^Blue Motors · Report, January 2027\n/);
      expect(text).toMatch(/Vendor +Received +Won +Lost +Win rate +Not leads +Half within +Aug .*Jan\n/);
      const vendors = text.match(/^ *Vendor \d\d +2 +\d +\d /gm) ?? [];
      expect(text.match(/^ +(?:– +){5}\d+$/gm)).toHaveLength(vendors.length); // the months stand below
    }
    const text = pages.join('');
    expect(text.match(/Vendor \d\d/g)).toHaveLength(VENDORS);
    expect(text).not.toMatch(onlyPressed);
  });

  it('the inbox is a table of about thirty leads a page, each whole', async () => {
    const pages = await print('/');
    expect(pages.length).toBe(2);
    const rowsOn = pages.map((text) => text.match(/^ *Ada Number \d\d /gm)?.length ?? 0);
    expect(rowsOn[0]).toBeGreaterThanOrEqual(28);
    expect((rowsOn[0] ?? 0) + (rowsOn[1] ?? 0)).toBe(50);
    for (const [at, text] of pages.entries()) {
      expect(text).toMatch(new RegExp(`\\s${at + 1} ?/ ?2\\s*$`));
      expect(text).toMatch(/Customer +Wants +Came ↓ +Status, owner\n/);
      for (const part of [/\(212\) 555-01\d\d /g, /came 20 Jan, 1\d:\d\d/g, / Vendor \d\d /g])
        expect(text.match(part)).toHaveLength(rowsOn[at] ?? 0);
    }
    expect(pages[0]).toMatch(/^\s*Blue Motors\s+Inbox +60 leads/);
    expect(pages.join('')).not.toMatch(onlyPressed);
    expect((await print('/?since=today&type=sales'))[0]).toMatch(/Inbox +30 leads\s+Today 60\s+Type sales\n/);
  });

  it('a lead has what is known of it, and what was promised', async () => {
    const colleague = await signIn(browser, desk, { name: 'Linus' });
    await colleague.goto('/leads/lead-10-sales');
    const [text, ...more] = await print('/leads/lead-10-sales');
    expect(more).toEqual([]);
    expect(text).toMatch(/^\s*Blue Motors\s+Ada Number 10 +1 ?h\n.* due at 17:30\n/);
    expect(text).toMatch(/\(212\) 555-0110\n/);
    expect(text).toMatch(/Promised for 20 Jan, 17:30.*by Linus: “Likes the blue one\.”/);
    expect(text).toMatch(/Owner +From\n[\s\S]*Vendor 10[\s\S]*Timeline\n[\s\S]*Linus spoke\./);
    expect(text).toMatch(/As of\s+20 Jan 2027, 16:00/);
    expect(text).not.toMatch(onlyPressed);
    expect(text).not.toMatch(/Outcome|Where to|When next| is here/);
  });
});

it('what stands on paper by its colour is printed in it, and no style makes a telephone of a sheet', async () => {
  await page.goto('/report');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const looks = `[...document.querySelectorAll('.key')].map((key) => {
    const { printColorAdjust, backgroundColor } = getComputedStyle(key, '::before');
    return [key.textContent, printColorAdjust, backgroundColor];
  })`;
  expect(await page.evaluate(looks)).toEqual([
    ['won', 'exact', 'rgb(25, 100, 58)'],
    ['received', 'exact', 'rgb(232, 228, 220)'],
  ]);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  for (const [name, text] of assets)
    expect([name, text.match(/@media \(max-width.*/g)]).toEqual([name, null]);
});

it('without a name the desk’s host stands on paper; the titles are as before', async () => {
  await using nameless = await openDesk();
  const visit = await signIn(browser, nameless);
  const paper = () => visit.evaluate('document.documentElement.dataset.paper');
  expect([await visit.title(), await paper()]).toEqual([
    'Inbox · Leads',
    `${new URL(nameless.origin).host} · Inbox`,
  ]);
  await page.goto('/');
  expect(await page.title()).toBe('Inbox · Blue Motors');
});
