import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DealType } from '../../../../../src/domain/deal-type.ts';
import type { LeadStatus } from '../../../../../src/domain/lead-status.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { hostileNames, timed, visitDesk } from '../../../../support/desk-visit.ts';
import { days } from '../../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const by = 'Grace';

/** Leads of May 2026, with the last moment of April and the first of June; counted by hand below. */
async function deskOfMay() {
  const desk = await openDesk();
  const { operator, time } = desk;
  const now = time.now;
  const blue = await operator.addVendor({ name: 'Blue Motors', by });
  const evil = await operator.addVendor({ name: '=cmd|calc', by });
  const sent: [vendorId: string, type: DealType, at: string, status: LeadStatus][] = [
    [blue.id, 'sales', '2026-04-30T23:59:59.999Z', 'Won'],
    [blue.id, 'sales', '2026-05-01T00:00:00.000Z', 'Won'],
    [blue.id, 'sales', '2026-05-01T12:00:00.000Z', 'Won'],
    [blue.id, 'sales', '2026-05-04T09:00:00.000Z', 'Lost'],
    [blue.id, 'lift', '2026-05-04T10:00:00.000Z', 'Quoted'],
    ['static:demo', 'sales', '2026-05-04T11:00:00.000Z', 'In Progress'],
    [evil.id, 'rental', '2026-05-20T11:00:00.000Z', 'Lost'],
    [evil.id, 'rental', '2026-05-31T23:59:59.999Z', 'Evaluation Scheduled'],
    [evil.id, 'rental', '2026-06-01T00:00:00.000Z', 'Won'],
  ];
  for (const [n, [vendorId, dealType, at, status]] of sent.entries()) {
    time.now = Date.parse(at);
    const customer = n === 1 || n === 4 ? n - 1 : n; // two come again
    await desk.submit(`lead-${n}`, { vendorId, draft: { dealType, email: `c${customer}@example.com` } });
    await operator.moveLead({ leadId: `lead-${n}`, to: status, by });
  }
  time.now = now;
  return desk;
}

const rowsOf = (texts: readonly string[]): string[] =>
  texts.map((text) =>
    text
      .trim()
      .split(/\s*[\t\n]\s*/)
      .join(' | '),
  );

describe('the month', () => {
  it('is counted by vendor and type', async () => {
    await using desk = await deskOfMay();
    await using visit = await visitDesk(browser, desk, { role: 'viewer' });
    const { page } = visit;
    await timed('the month by vendor and type', async () => {
      await page.getByRole('link', { name: 'Report' }).click();
      await page.getByText('Other days').click();
      await page.getByLabel('From', { exact: true }).fill('2026-05-01');
      await page.getByLabel('to', { exact: true }).fill('2026-05-31');
      await page.getByRole('button', { name: 'Show' }).click();
      expect(await page.textContent('h1')).toBe('May 2026');
      const table = page.getByRole('region', { name: 'The vendors' });
      const lines = rowsOf(await table.locator('tr:not(.type)').allInnerTexts());
      const shown = lines.map((line) =>
        line.replaceAll(/ \| (?=none|won|of )/g, ' ').replaceAll(/– none/g, '–'),
      );
      expect(shown.map((line) => line.replace(' of Blue Motors', ''))).toEqual([
        'Vendor | Received | Won | Lost | Win rate | Not leads | Half within | Dec | Jan | Feb | Mar | Apr | May',
        'Blue Motors | 2 types | 4 | 2 | 1 | 67 % | 0 % | 0 s | – | – | – | – | 1 won of 1 | 2 won of 4',
        '=cmd|calc | rental | 2 | 0 | 1 | 0 % | 0 % | 0 s | – | – | – | – | – | 0 won of 2',
        'demo | sales | 1 | 0 | 0 | – | 0 % | – | – | – | – | – | – | 0 won of 1',
      ]);
      await table.getByText('2 types').click();
      expect(rowsOf(await table.locator('tr.type').allInnerTexts())).toEqual([
        'sales | 3 | 2 | 1 | 67 % | 0 % | 0 s',
        'lift | 1 | 0 | 0 | – | 0 % | 0 s',
      ]);
      const blue = table.getByRole('row', { name: 'Blue Motors' });
      expect(await blue.locator('.few').innerText(), 'grey below five').toBe('67 %');
      const number = blue.getByRole('link', { name: '4' });
      expect(await number.getAttribute('href')).toMatch(/^\/\?since=2026-05-01&until=2026-05-31&vendor=ven_/);
    });
    expect(rowsOf(await page.locator('.sums > div').allInnerTexts())).toEqual([
      ...[
        'Received | 7 | April 1',
        'Open | 3',
        'Won | 2 | April 1',
        'Win rate | 50 %',
        'Within 1 h | 86 % | half in 0 s',
      ],
    ]);
    expect(visit.amiss).toEqual([]);
  });

  it('says what each of the team has to do now, and how their leads do; each number leads to its leads', async () => {
    await using desk = await deskOfMay();
    await desk.addPeople('Grace', 'Linus');
    for (const [n, owner] of ['Grace', 'Linus', 'Grace', 'Grace'].entries())
      await desk.operator.assignLead({ leadId: `lead-${n + 1}`, to: owner, by });
    await using visit = await visitDesk(browser, desk);
    await visit.go('/report?month=2026-05');
    const { page } = visit;
    const table = page.getByRole('region', { name: 'The team' });
    expect(rowsOf(await table.locator('tr').allInnerTexts())).toEqual([
      'Who | Open | Due | Late | Still | Not opened | Won | Win rate | Within 1 h | Promises kept',
      'Grace | 1 | 0 | 0 | 1 | 1 | 1 | 50 % | 100 % | –',
      'Linus | 0 | 0 | 0 | 0 | 0 | 1 | 100 % | 100 % | –',
      'Nobody’s | Give them out | 2 | 0 | 1 | 1 | 0 | 0 | 0 % | 67 % | –',
    ]);
    const nobodys = table.getByRole('row', { name: 'Nobody' });
    for (const [row, place, lead] of [
      [table.getByRole('row', { name: 'Grace' }), 4, 'lead-4'],
      [nobodys, 2, 'lead-5'],
      [nobodys, 3, 'lead-7'],
    ] as const) {
      await row.locator('td').nth(place).getByRole('link').click();
      const links = page.locator('.leads .name');
      expect(await links.evaluateAll((all) => all.map((link) => Object(link).pathname))).toEqual([
        `/leads/${lead}`,
      ]);
      await visit.go('/report?month=2026-05');
    }
    await table.getByRole('link', { name: 'Linus' }).click();
    expect(await page.textContent('h1')).toBe('What Linus did');
  });

  it('names a vendor that has gone quiet, also without a lead in this month', async () => {
    await using desk = await openDesk();
    const { id } = await desk.operator.addVendor({ name: 'Blue Motors', by });
    const { now } = desk.time;
    desk.time.now -= days(60);
    await desk.submit('old', { vendorId: id });
    desk.time.now = now;
    await using visit = await visitDesk(browser, desk);
    await visit.go('/report');
    const row = visit.page
      .getByRole('region', { name: 'The vendors' })
      .getByRole('row', { name: 'Blue Motors' });
    expect(await row.innerText()).toMatch(/quiet since .*\s0\s0\s0/s);
  });

  it('writes its dates as the business does', async () => {
    await using desk = await openDesk(undefined, zoneOf('UTC').writtenAs('en-US'));
    await using visit = await visitDesk(browser, desk);
    await visit.go('/report?since=2026-05-04&until=2026-05-20');
    expect((await visit.page.textContent('h1'))?.replace(/\s/g, ' ')).toBe('May 4 – 20, 2026');
  });

  it.each([390, 393, 768])('is whole at %i pixels', async (width) => {
    await using desk = await deskOfMay();
    await using visit = await visitDesk(browser, desk, { viewport: { width, height: 800 } });
    await visit.go('/report?month=2026-05');
    const cut = await visit.page
      .locator('main :is(td, th, dd, h2)')
      .evaluateAll(
        (cells, edge) =>
          cells.filter(
            (cell) => Object(cell).checkVisibility() && Object(cell).getBoundingClientRect().right > edge,
          ).length,
        width,
      );
    expect(cut).toBe(0);
  });

  it('says why leads were lost, and of how many nobody said why', async () => {
    await using desk = await deskOfMay();
    const { now } = desk.time;
    desk.time.now = Date.parse('2026-05-05T12:00:00Z');
    for (const [n, lostReason] of ['price', 'price', 'spam', undefined].entries()) {
      await desk.submit(`lost-${n}`, { vendorId: 'static:demo', draft: { email: `l${n}@example.com` } });
      await desk.operator.moveLead({ leadId: `lost-${n}`, to: 'Lost', lostReason, by });
    }
    desk.time.now = now;
    await using visit = await visitDesk(browser, desk);
    await visit.go('/report?month=2026-05');
    const said = await visit.page.locator('.lost-why').innerText();
    expect(said).toBe('Lost 6: 2 too expensive, 3 not said; 1 not leads.');
  });

  it('leads to the months beside it, and to days', async () => {
    await using desk = await deskOfMay();
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/report?month=2026-05');
    await page.getByRole('link', { name: '‹ April' }).click();
    expect(await page.locator('.sums dd').first().innerText()).toBe('1');
    await visit.go('/report?since=2026-05-04&until=2026-05-20');
    expect((await page.textContent('h1'))?.replace(/\s/g, ' ')).toBe('4 – 20 May 2026');
    expect(await page.locator('.sums dd').first().innerText()).toBe('4');
    await visit.go('/report?month=2020-01');
    expect(await page.textContent('main')).toContain('No lead was received in this month.');
    const answer = await visit.go('/report?since=2026-05-20&until=2026-05-04');
    expect(answer?.status()).toBe(400);
    expect(await page.getByRole('alert').innerText()).toContain('the same or a later day');
  });

  it('is a spreadsheet, in which no name is a formula', async () => {
    await using desk = await deskOfMay();
    await using visit = await visitDesk(browser, desk, { role: 'viewer' });
    const { page } = visit;
    let text = '';
    await timed('a spreadsheet of the month', async () => {
      await visit.go('/report?month=2026-05');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'As a spreadsheet' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('report-2026-05.csv');
      text = await readFile(await download.path(), 'utf8');
    });
    expect(text).toBe(
      [
        '\ufeffvendorName,dealType,received,open,won,lost,winRate,notCounted,answered,unanswered,unknown,late,inTime,medianMinutes,p90Minutes,promisesKept,promisesMissed,owner,day',
        "'=cmd|calc,rental,2,1,0,1,0.000,0,2,0,0,0,1.000,0.0,0.0,0,0,,",
        'Blue Motors,sales,3,0,2,1,0.667,0,3,0,0,0,1.000,0.0,0.0,0,0,,',
        'Blue Motors,lift,1,1,0,0,,0,1,0,0,0,1.000,0.0,0.0,0,0,,',
        'Blue Motors,all,4,1,2,1,0.667,0,4,0,0,0,1.000,0.0,0.0,0,0,,',
        'demo,sales,1,1,0,0,,0,0,1,0,1,0.000,,,0,0,,',
        'Total,sales,4,1,2,1,0.667,0,3,1,0,1,0.750,0.0,0.0,0,0,,',
        'Total,rental,2,1,0,1,0.000,0,2,0,0,0,1.000,0.0,0.0,0,0,,',
        'Total,lift,1,1,0,0,,0,1,0,0,0,1.000,0.0,0.0,0,0,,',
        'Total,,7,3,2,2,0.500,0,6,1,0,1,0.857,0.0,0.0,0,0,,',
        ',,7,3,2,2,0.500,0,6,1,0,1,0.857,0.0,0.0,0,0,nobody,',
        ',,2,0,2,0,1.000,0,,,,,,,,,,,2026-05-01',
        ',,3,2,0,1,0.000,0,,,,,,,,,,,2026-05-04',
        ',,1,0,0,1,0.000,0,,,,,,,,,,,2026-05-20',
        ',,1,1,0,0,,0,,,,,,,,,,,2026-05-31',
        'Time zone,UTC,,,,,,,,,,,,,,,,,',
        '',
      ].join('\n'),
    );
  });

  it('may have vendors of any name', async () => {
    await using desk = await openDesk();
    for (const [n, name] of hostileNames.entries()) {
      const { id } = await desk.operator.addVendor({ name, by });
      await desk.submit(`lead-${n}`, { vendorId: id });
    }
    await desk.submit('lead-x', { vendorId: `static:${hostileNames[3]}` });
    await using visit = await visitDesk(browser, desk);
    await visit.go('/report');
    const found = await visit.page.locator('.report tbody th bdi').allTextContents();
    expect(new Set(found)).toEqual(new Set(hostileNames.map((name) => name.trim())));
    expect(await visit.page.locator('.planted').count()).toBe(0);
    expect(visit.amiss).toEqual([]);
  });
});
