import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DealType } from '../../../../../src/domain/deal-type.ts';
import type { LeadStatus } from '../../../../../src/domain/lead-status.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { hostileNames, timed, visitDesk } from '../../../../support/desk-visit.ts';

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
      await page.getByLabel('Days from').fill('2026-05-01');
      await page.getByLabel('to', { exact: true }).fill('2026-05-31');
      await page.getByRole('button', { name: 'Show' }).click();
      expect(await page.textContent('h1')).toBe('May 2026');
      const table = page.getByRole('region', { name: 'Vendors and types' });
      expect(rowsOf(await table.locator('tr').allInnerTexts())).toEqual([
        'Vendor and type | Received | Open | Won | Lost | Win rate',
        'All vendors | 7 | 3 | 2 | 2 | 50 %',
        'sales | 4 | 1 | 2 | 1 | 67 %',
        'rental | 2 | 1 | 0 | 1 | 0 %',
        'lift | 1 | 1 | 0 | 0 | –',
        '=cmd|calc rental | 2 | 1 | 0 | 1 | 0 %',
        'Blue Motors | 4 | 1 | 2 | 1 | 67 %',
        'sales | 3 | 0 | 2 | 1 | 67 %',
        'lift | 1 | 1 | 0 | 0 | –',
        'demo sales | 1 | 1 | 0 | 0 | –',
      ]);
      expect(await table.getByRole('link', { name: 'Blue Motors' }).getAttribute('href')).toMatch(
        /^\/\?since=2026-05-01&until=2026-05-31&vendor=ven_/,
      );
    });
    expect(rowsOf(await page.locator('.figures > div').allInnerTexts())).toEqual([
      ...['Received | 7', 'Open | 3', 'Won | 2', 'Lost | 2', 'Win rate | 50 %'],
    ]);
    expect(visit.amiss).toEqual([]);
  });

  it('says how each salesperson does, and each number leads to its leads', async () => {
    await using desk = await deskOfMay();
    await desk.addPeople('Grace', 'Linus');
    for (const [n, owner] of ['Grace', 'Linus', 'Grace', 'Grace'].entries())
      await desk.operator.assignLead({ leadId: `lead-${n + 1}`, to: owner, by });
    await using visit = await visitDesk(browser, desk);
    await visit.go('/report?month=2026-05');
    const table = visit.page.getByRole('region', { name: 'Salespeople' });
    expect(rowsOf(await table.locator('tr').allInnerTexts())).toEqual([
      'Owner | Received | Open | Won | Lost | Win rate | Answered within 1 h | Promises kept | Missed',
      'Grace | 3 | 1 | 1 | 1 | 50 % | 100 % | 0 | 0',
      'Linus | 1 | 0 | 1 | 0 | 100 % | 100 % | 0 | 0',
      'nobody | 3 | 2 | 0 | 1 | 0 % | 67 % | 0 | 0',
    ]);
    await table.getByRole('row', { name: 'Grace' }).getByRole('link', { name: '3' }).click();
    expect(await visit.page.locator('.leads .name').count()).toBe(3);
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
    const table = visit.page.getByRole('region', { name: 'Lost because' });
    expect(rowsOf(await table.locator('tr').allInnerTexts())).toEqual([
      'Vendor | Too expensive | Spam | not said',
      'All vendors | 2 | 1 | 3',
      '=cmd|calc | 0 | 0 | 1',
      'Blue Motors | 0 | 0 | 1',
      'demo | 2 | 1 | 1',
    ]);
  });

  it('has a chart, and its numbers also as text and as a table', async () => {
    await using desk = await deskOfMay();
    await using visit = await visitDesk(browser, desk, { javaScriptEnabled: false });
    const { page } = visit;
    await visit.go('/report?month=2026-05');
    const chart = page.getByRole('img', { name: 'Leads received a day, May 2026' });
    expect(await chart.locator('> desc').textContent()).toBe(
      '7 received, 2 won, 2 lost, 3 open. The most in a day: 3, 4 May.',
    );
    const titles = await chart.locator('g > title').allTextContents();
    expect(titles).toHaveLength(31);
    expect(titles[3]).toBe('4 May: 3 received, 0 won, 1 lost, 2 open.');
    const heights = await chart
      .locator('g:nth-of-type(4) rect:not(.whole)')
      .evaluateAll((bars) =>
        bars.map((bar) => [Object(bar).classList[0], Number(Object(bar).getAttribute('height'))]),
      );
    expect(heights).toEqual([
      ['lost', expect.closeTo(172 / 3)],
      ['open', expect.closeTo((2 * 172) / 3)],
    ]);
    await page.getByText('The numbers of the chart').click();
    const rows = rowsOf(await page.locator('details tbody tr').allInnerTexts());
    expect(rows).toHaveLength(31);
    expect(rows.filter((row) => !row.endsWith('| 0 | 0 | 0 | 0'))).toEqual([
      ...[
        '1 May | 2 | 0 | 2 | 0',
        '4 May | 3 | 2 | 0 | 1',
        '20 May | 1 | 0 | 0 | 1',
        '31 May | 1 | 1 | 0 | 0',
      ],
    ]);
  });

  it('leads to the months beside it, to days, and over a long span to a bar a month', async () => {
    await using desk = await deskOfMay();
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/report?month=2026-05');
    await page.getByRole('link', { name: 'Previous' }).click();
    expect(await page.locator('.figures dd').first().innerText()).toBe('1');
    await visit.go('/report?since=2026-05-04&until=2026-05-20');
    expect((await page.textContent('h1'))?.replace(/\s/g, ' ')).toBe('4 – 20 May 2026');
    expect(await page.locator('.figures dd').first().innerText()).toBe('4');
    await visit.go('/report?since=2026-01-01&until=2026-12-31');
    expect(await page.locator('.chart g > title').allTextContents()).toEqual([
      'Apr 2026: 1 received, 1 won, 0 lost, 0 open.',
      'May 2026: 7 received, 2 won, 2 lost, 3 open.',
      'Jun 2026: 1 received, 1 won, 0 lost, 0 open.',
    ]);
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
        page.getByRole('link', { name: 'Spreadsheet (CSV)' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('report-2026-05.csv');
      text = await readFile(await download.path(), 'utf8');
    });
    expect(text).toBe(
      [
        '\ufeffvendorName,dealType,received,open,won,lost,winRate,notCounted,answered,unanswered,unknown,late,inTime,medianMinutes,p90Minutes,promisesKept,promisesMissed,owner',
        "'=cmd|calc,rental,2,1,0,1,0.000,0,2,0,0,0,1.000,0.0,0.0,0,0,",
        'Blue Motors,sales,3,0,2,1,0.667,0,3,0,0,0,1.000,0.0,0.0,0,0,',
        'Blue Motors,lift,1,1,0,0,,0,1,0,0,0,1.000,0.0,0.0,0,0,',
        'Blue Motors,all,4,1,2,1,0.667,0,4,0,0,0,1.000,0.0,0.0,0,0,',
        'demo,sales,1,1,0,0,,0,0,1,0,1,0.000,,,0,0,',
        'Total,sales,4,1,2,1,0.667,0,3,1,0,1,0.750,0.0,0.0,0,0,',
        'Total,rental,2,1,0,1,0.000,0,2,0,0,0,1.000,0.0,0.0,0,0,',
        'Total,lift,1,1,0,0,,0,1,0,0,0,1.000,0.0,0.0,0,0,',
        'Total,,7,3,2,2,0.500,0,6,1,0,1,0.857,0.0,0.0,0,0,',
        ',,,,,,,,6,1,0,1,0.857,0.0,0.0,0,0,nobody',
        'Time zone,UTC,,,,,,,,,,,,,,,,',
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
    const found = await visit.page.locator('.report :not([data-label]) bdi').allTextContents();
    expect(found.filter((name) => name === 'nobody')).toHaveLength(1);
    expect(new Set(found)).toEqual(new Set(['nobody', ...hostileNames.map((name) => name.trim())]));
    expect(await visit.page.locator('.planted').count()).toBe(0);
    expect(visit.amiss).toEqual([]);
  });
});
