import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeadStatus } from '../../../../../src/domain/lead-status.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { fillDesk, leadId } from '../../../../support/desk-leads.ts';
import { rowsOf, signIn } from '../../../../support/desk-page.ts';

/** What is done at the desk in a day, among five hundred leads. The seconds are the machine's: a person reads and types. */

let browser: Browser;
let desk: Awaited<ReturnType<typeof openDesk>>;
let page: Page;
const seconds: string[] = [];
const phone = '(555) 010-4477';

beforeAll(async () => {
  [browser, desk] = await Promise.all([openBrowser(), openDesk()]);
  await fillDesk(desk, 500);
  const { id: vendorId } = await desk.operator.addVendor({ name: 'Globex', by: 'test' });
  const family = { lastName: 'Okafor', phone: '5550104477', vendorName: 'Globex' };
  const draft = { ...family, firstName: 'Ngozi', email: 'ngozi@example.com', externalLeadId: 'G-1' };
  await desk.submit('ngozi-1', { vendorId, draft });
  await desk.submit('chidi-1', {
    vendorId,
    draft: { ...family, firstName: 'Chidi', email: 'chidi@example.com' },
  });
  await desk.submit('ngozi-2', {
    vendorId,
    draft: { firstName: 'Ngozi', lastName: 'Okafor', email: 'ngozi.o@work.example' },
  });
  for (let n = 2; n <= 31; n += 1)
    await desk.submit(`globex-${n}`, {
      vendorId,
      draft: {
        ...draft,
        email: `n${n}@example.com`,
        phone: undefined,
        firstName: `Meeting${n}`,
        externalLeadId: `G-${n}`,
      },
    });
  page = await signIn(browser, desk, { viewport: { width: 1280, height: 860 } });
});
afterAll(async () => {
  console.log(`Seconds of the browser for each task:\n${seconds.join('\n')}`);
  await browser.close();
  await desk[Symbol.asyncDispose]();
});

function task(name: string, act: () => Promise<void>): void {
  it(name, async () => {
    await page.goto('/');
    const begun = performance.now();
    await act();
    seconds.push(`${((performance.now() - begun) / 1000).toFixed(1).padStart(5)}  ${name}`);
  });
}

const globex = Array.from({ length: 30 }, (_, n) => `globex-${n + 2}`);
const moved = async (leadIds: readonly string[], to: LeadStatus, reason: string): Promise<void> => {
  for (const leadId of leadIds) await desk.operator.moveLead({ leadId, to, reason, by: 'Grace' });
};

const find = async (text: string): Promise<void> => {
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await Promise.all([page.waitForURL('**q=*'), page.keyboard.press('Enter')]);
};

task('today’s new leads, with name and phone', async () => {
  await page.getByRole('link', { name: 'Today' }).click();
  const rows = await rowsOf(page);
  expect(rows.some((row) => row.includes('Ngozi Okafor') && row.includes(phone))).toBe(true);
});

task('all leads of a caller by the phone number, also the second member of the family', async () => {
  await find('+1 555.010.4477');
  expect(await page.locator('.leads .name').allInnerTexts()).toEqual(
    expect.arrayContaining(['Ngozi Okafor', 'Chidi Okafor']),
  );
  expect(await page.getByRole('region', { name: 'Contacts that match' }).innerText()).toContain(
    'Chidi Okafor',
  );
});

task('thirty leads moved after a meeting, from the list', async () => {
  await moved(globex, 'In Progress', 'fell through');
  await find('Meeting');
  await page.getByLabel('Select all leads').check();
  expect(await page.textContent('[data-selected]')).toBe('30 leads');
  await page.keyboard.press('m');
  await page.keyboard.press('2');
  await page.getByText('30 leads moved to Quoted: ').waitFor();
});

task('thirty leads moved by a spreadsheet with our ids', async () => {
  await moved(globex, 'In Progress', 'fell through');
  await page.getByText('Spreadsheet', { exact: true }).click();
  await page.getByRole('link', { name: 'Move leads from a spreadsheet' }).click();
  await page.getByLabel('Rows').fill(globex.map((id) => `${id}\tWon\tsigned`).join('\n'));
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('button', { name: 'Move them' }).click();
  await page.getByText('30 leads moved: ').waitFor();
});

task('thirty leads moved by a spreadsheet with the vendor’s ids', async () => {
  await moved(globex, 'Won', 'signed');
  await page.getByText('Spreadsheet', { exact: true }).click();
  await page.getByRole('link', { name: 'Move leads from a spreadsheet' }).click();
  await page.getByLabel('The ids are').selectOption({ label: 'those of Globex' });
  const rows = Array.from({ length: 30 }, (_, n) => `G-${n + 2},In Progress,fell through`);
  await page.getByLabel('Rows').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('button', { name: 'Move them' }).click();
  await page.getByText('30 leads moved: ').waitFor();
});

task('what has been In Progress for more than three days', async () => {
  await page.getByText('More filters').click();
  await page.getByLabel('Days waiting').fill('3');
  await page.locator('select[name=status]').selectOption('In Progress');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForURL('**status=In+Progress*');
  const rows = await rowsOf(page);
  expect(rows).toHaveLength(50);
  expect(rows.every((row) => row.includes('In Progress'))).toBe(true);
});

task('a spreadsheet of a list', async () => {
  await page.getByRole('link', { name: /^Unanswered/ }).click();
  await page.getByText('Spreadsheet', { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'spreadsheet (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
});

task('the month by vendor, type and status, with the win rate', async () => {
  await moved(globex, 'In Progress', 'fell through');
  await page.getByRole('link', { name: 'Report' }).click();
  const rows = await page.getByRole('region', { name: 'The vendors' }).locator('tr').allInnerTexts();
  expect(rows[0]).toMatch(/Vendor\s+Received\s+Won\s+Lost\s+Win rate/);
  expect(rows.find((row) => row.startsWith('Globex'))).toMatch(/sales\s+33\s+0\s+0\s+–/);
});

task('a spreadsheet of it', async () => {
  await page.getByRole('link', { name: 'Report' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'As a spreadsheet' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^report-.*\.csv$/);
});

task('“I sent A-1001 yesterday and got an error”', async () => {
  const { id: vendorId } = await desk.operator.addVendor({ name: 'Initech', by: 'test' });
  const refused = { at: new Date(desk.time.now), requestId: 'r1', status: 400, reason: 'invalid-lead' };
  await desk.ports.refusals.add([
    { ...refused, vendorId, externalId: 'A-1001', problems: ['phone missing'] },
  ]);
  await page.goto('/');
  await find('A-1001');
  await page.getByText('No lead is found by this.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Vendors' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Initech' });
  expect(await row.innerText()).toContain('a field missing or wrong');
});

task('a leaked key', async () => {
  const { vendor } = await desk.operator.issueKey({ vendor: 'Globex', by: 'test' });
  await page.goto('/vendors');
  await page.getByRole('link', { name: 'Globex' }).click();
  await page.getByRole('button', { name: 'Issue' }).click();
  expect(await page.getByLabel('Key', { exact: true }).inputValue()).toMatch(/^lead_test_/);
  await page.getByRole('link', { name: 'I have copied it' }).click();
  const leaked = page.getByRole('row').filter({ hasText: vendor.keys[0]?.hint ?? '' });
  await leaked.getByText('Change').click();
  await leaked.getByRole('link', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('stops working everywhere within 5 seconds').waitFor();
  const { keys } = await desk.operator.listKeys({ vendor: vendor.id });
  expect(keys.map(({ revoked }) => revoked !== undefined)).toEqual([true, false]);
});

task('a mistyped phone', async () => {
  await find('chidi@example.com');
  await page.getByRole('link', { name: 'Chidi Okafor' }).first().click();
  await page.getByLabel('Phone').fill('555 010 4478');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed phone').waitFor();
});

task('two contacts that are one person', async () => {
  await find('ngozi@example.com');
  await page.getByRole('link', { name: 'Ngozi Okafor' }).first().click();
  await page.getByRole('link', { name: 'Merge with another contact' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'ngozi.o@work.example' })
    .getByRole('link', { name: 'Compare' })
    .click();
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('Merged: this contact').waitFor();
});

task('an erasure', async () => {
  await desk.submit('leaving', { draft: { firstName: 'Lea', lastName: 'Ving', email: 'lea@example.com' } });
  await find('lea@example.com');
  await page.getByRole('link', { name: 'Lea Ving' }).first().click();
  await page.getByRole('link', { name: 'Erase' }).click();
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('This customer’s data was erased').waitFor();
});

task('who moved this lead and why', async () => {
  await moved(['globex-7'], 'Won', 'signed');
  await moved(['globex-7'], 'In Progress', 'fell through');
  await find('G-7');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/leads/globex-7');
  expect(await page.innerText('.history')).toMatch(
    /reopened by Grace\.(?: first answer)?\s+fell through[\s\S]*Won, Grace\.[\s\S]*signed/,
  );
});

task('a lead assigned to a salesperson', async () => {
  await find(leadId(3));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByLabel('Give to').selectOption('Katherine Johnson');
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  await page.getByText('Grace gave it to Katherine Johnson.').waitFor();
});

task('being told of a new lead (within ten seconds)', async () => {
  await desk.submit('just-now', { draft: { firstName: 'Just', lastName: 'Now' } });
  desk.time.now += 1;
  await desk.submit('just-later', { draft: { firstName: 'Just', lastName: 'Later' } });
  await page.getByRole('link', { name: 'show' }).click();
  expect((await rowsOf(page))[0]).toContain('Just Later');
});

task('new leads and status changes handed to another system', async () => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByLabel('Address').fill('https://crm.example.com/leads');
  await page.getByRole('button', { name: 'Add' }).click();
  expect(await page.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
  const [hook] = await desk.operator.listHooks();
  expect(hook?.events).toEqual(['lead.received', 'lead.status_changed']);
});

task('a note for a colleague', async () => {
  desk.time.now += 1; // later than what was done to the lead before
  await find(leadId(3));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'After the call' }).waitFor();
  await page.locator('[data-keys]').waitFor(); // from here on, keys are heard
  await page.keyboard.press('n');
  await page.keyboard.type('Katherine, they want the blue one. Their brother decides.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Written down: you noted.').waitFor();
  expect(await page.locator('.history li').first().innerText()).toMatch(
    /Grace noted\.\s+Katherine, they want the blue one/,
  );
});

task('call back tomorrow at ten', async () => {
  await find(leadId(3));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'After the call' }).waitFor();
  await page.locator('[data-keys]').waitFor(); // from here on, keys are heard
  await page.keyboard.press('f');
  await page.keyboard.type('tomorrow 10:00');
  await page.keyboard.press('Enter');
  const tomorrow = new Date(desk.time.now + 86_400_000).toISOString().slice(0, 10);
  await page.getByText(/Next: .*, 10:00\./).waitFor();
  const { deal } = await desk.operator.showLead({ leadId: leadId(3), by: 'test' });
  expect(deal.followUp?.at.toISOString()).toBe(`${tomorrow}T10:00:00.000Z`);
});
