import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wholeDraft } from '../../../../../suites/samples.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { signIn } from '../../../../support/desk-page.ts';
import { days } from '../../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const whole = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '15550102030', zip: '94107' },
  ...{
    vendorName: 'Acme Motors',
    notes: 'Call after 5.\nOr mail.',
    externalLeadId: 'A-1001',
    dealType: 'sales',
  },
  ...{ vehicleYear: '2019', vehicleMake: 'Ford', vehicleModel: 'F-150', vehicleMiles: '80000' },
};

it('shows all that is kept of a lead, and the contact where it says otherwise', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: whole, keyId: 'key_1' });
  await desk.submit('lead-2', { draft: { ...whole, firstName: 'Augusta', phone: '5559999999' } });
  desk.time.now += days(4);
  await desk.operator.moveLead({ leadId: 'lead-1', to: 'Quoted', reason: '12,000', by: 'Linus' });
  desk.time.now += days(3);
  const page = await signIn(browser, desk, { role: 'viewer' });
  await page.goto('/leads/lead-1');
  await page.getByText('Details').click();
  const text = await page.innerText('main');
  for (const part of ['Ada Lovelace', 'Quoted for 3 d', '+1 (555) 010-2030', 'ada@example.com', '94107'])
    expect(text).toContain(part);
  for (const part of [
    '2019 Ford F-150, 80,000 miles',
    'Acme Motors',
    'A-1001',
    'Quoted, Linus',
    '12,000',
    'key_1',
  ])
    expect(text).toContain(part);
  expect(await page.innerText('.notes')).toBe('Call after 5.\nOr mail.');
  expect(await page.locator('.ways .number').first().getAttribute('href')).toBe('tel:+15550102030');
  await page
    .locator('.of-other, section:has(#others)')
    .evaluateAll((all) => all.map((other) => Object(other).remove()));
  const said = await page.innerText('main');
  for (const once of ['2019 Ford F-150, 80,000 miles', '+1 (555) 010-2030', 'ada@example.com', 'late'])
    expect([once, said.split(once).length - 1]).toEqual([once, 1]);

  await page.goto('/leads/lead-2');
  expect(await page.innerText('section.customer')).toMatch(
    /555\) 999-9999[\s\S]*555\) 010-2030[\s\S]*Ada Lovelace’s[\s\S]*Contact\s+Ada Lovelace/,
  );
  await page.getByText('Details').click();
  await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
  expect(await page.textContent('h1')).toBe('Ada Lovelace');
});

it('shows every field that a lead was sent with', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: wholeDraft });
  const page = await signIn(browser, desk, { role: 'viewer' });
  await page.goto('/leads/lead-1');
  await page.getByText('Details').click();
  const { externalId: _superseded, phone: _phone, ...sent } = wholeDraft;
  const text = (await page.innerText('main')).toLowerCase().replace('80,000', '80000');
  const all = [...Object.values(sent), '(555) 010-2030'];
  expect(all.filter((value) => !text.includes(value.toLowerCase()))).toEqual([]);
});

it('moves a lead with two keys, to a status that may follow', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: whole });
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto('/leads/lead-1');
  expect(await page.locator('#to option').allTextContents()).toEqual([
    ...['Stays In Progress', '2 Quoted', '3 Evaluation Scheduled', '4 Won', '5 Lost'],
  ]);
  await page.keyboard.press('m');
  await page.keyboard.press('4');
  await page.getByText(/moved from .* to Won\./).waitFor();
  expect(await page.locator('#to option').allTextContents()).toHaveLength(4);

  // Leaving Won asks for the reason, and goes on with Enter.
  await page.keyboard.press('m');
  await page.keyboard.press('2');
  expect(await page.evaluate('document.activeElement.name')).toBe('text');
  await page.keyboard.type('They want another one');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/moved from .* to Quoted\./).waitFor();
  const { deal } = await desk.operator.showLead({ leadId: 'lead-1', by: 'test' });
  expect(deal.history.at(-1)).toMatchObject({ by: 'Grace', reason: 'They want another one' });

  // Whichever field of the form one is in, the same keys log it.
  await page.keyboard.press('f');
  await page.keyboard.type('3d');
  await page.keyboard.press('Control+Enter');
  await page.locator('.said', { hasText: 'Next: ' }).waitFor();
  await page.getByLabel('No answer').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.locator('.said', { hasText: 'Written down: ' }).waitFor();
  const worked = (await desk.operator.showLead({ leadId: 'lead-1', by: 'test' })).deal;
  expect(
    worked.activities.filter(({ kind }) => kind === 'no-answer'),
    'once',
  ).toHaveLength(1);
});

it('tells next to the form what is refused, and keeps what was typed', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: whole });
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto('/leads/lead-1');
  await desk.operator.moveLead({ leadId: 'lead-1', to: 'Lost', by: 'somebody else, meanwhile' });
  await page.getByLabel('What was said or done').fill('Signed today');
  await page.getByLabel('Where to').selectOption({ value: 'Won' });
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  expect(await page.getByRole('alert').innerText()).toMatch(
    /^Meanwhile somebody else, meanwhile moved it to Lost\./,
  );
  expect(await page.getByLabel('What was said or done').inputValue()).toBe('Signed today');

  const assign = { owner: 'Somebody New', from: '' };
  const headers = { origin: desk.origin };
  const answer = await page.request.post('/leads/lead-1/assign', { form: assign, headers });
  expect([answer.status(), await answer.text()]).toEqual([
    409,
    expect.stringContaining('Nobody is known by this'),
  ]);
  expect((await desk.operator.namePeople()).map(({ name }) => name)).toEqual(['Grace']);
});

it('assigns a lead to me, to a colleague and to nobody', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: whole });
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto('/leads/lead-1');
  await desk.addPeople('Linus Torvald');
  const owner = async () => {
    const { deal } = await desk.operator.showLead({ leadId: 'lead-1', by: 'test' });
    return (await desk.operator.namePeople()).find(({ id }) => id === deal.owner)?.name;
  };
  await page.reload();
  await page.getByRole('button', { name: 'Take' }).click();
  await page.getByText('Grace took it.').waitFor();
  expect(await owner()).toBe('Grace');
  await page.getByLabel('Give to').selectOption('Linus Torvald');
  await page.getByLabel('Give to').press('Enter');
  await page.getByText('Grace gave it to Linus Torvald.').waitFor();
  expect(await owner()).toBe('Linus Torvald');
  expect(await page.locator('select[name=owner] option').allTextContents()).toEqual([
    ...['Give to…', 'nobody: who answers next has it'],
  ]);
  await page.getByLabel('Give to').selectOption({ value: 'nobody' });
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  await page.getByText('is now nobody’s.').waitFor();
  expect(await owner()).toBeUndefined();
});

it('erases after a question that names the person; then it says so', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: whole });
  const sales = await signIn(browser, desk, { role: 'sales' });
  await sales.goto('/leads/lead-1');
  expect(await sales.getByText('Erase').count()).toBe(0);
  expect((await sales.goto('/leads/lead-1/erase'))?.status()).toBe(403);

  const page = await signIn(browser, desk);
  await page.goto('/leads/lead-1');
  await page.getByText('Details').click();
  await page.getByRole('link', { name: 'Erase' }).click();
  expect(await page.innerText('main')).toMatch(
    /Ada Lovelace[\s\S]*What stays[\s\S]*The contact says the same name/,
  );
  await page.getByRole('button', { name: 'Erase' }).click();
  expect(await page.textContent('h1')).toBe('Erased lead');
  expect(await page.textContent('.said')).toContain('The contact still says who it was');
  const text = await page.innerText('main');
  expect(text).toContain('The customer’s data was erased');
  for (const gone of ['A-1001', 'Call after', 'example.com']) expect(text).not.toContain(gone);
  expect(text.split('Ada').length, 'once, as the contact').toBe(2);
  await sales.goto('/leads/lead-1');
  expect(await sales.innerText('main')).not.toContain('Ada');
  await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
  expect(await page.textContent('h1')).toBe('Ada Lovelace');
  await page.goto('/');
  expect(await page.locator('.leads .name').allInnerTexts()).toEqual(['Erased']);
});

it('answers an id that no lead has with a page that says so', async () => {
  await using desk = await openDesk();
  const page = await signIn(browser, desk);
  for (const id of ['nothing', '%00', '%F0%9F', '..%2F..', 'x'.repeat(2000)]) {
    const answer = await page.goto(`/leads/${id}`);
    expect([id, answer?.status()]).toEqual([id, expect.toSatisfy((status) => status >= 400 && status < 500)]);
  }
  expect(desk.faults).toEqual([]);
});

it('moves rows that were pasted from a spreadsheet, and gives back those that are wrong', async () => {
  await using desk = await openDesk();
  const acme = await desk.operator.addVendor({ name: 'Acme', by: 'test' });
  for (let n = 1; n <= 30; n += 1)
    await desk.submit(`lead-${n}`, {
      vendorId: acme.id,
      draft: { firstName: `N${n}`, externalLeadId: `A-${n}` },
    });
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto('/?type=sales');
  await page.getByText('Spreadsheet', { exact: true }).click();
  await page.getByRole('link', { name: 'Move leads from a spreadsheet' }).click();
  const rows = Array.from({ length: 28 }, (_, n) => `lead-${n + 1}\tquoted\tAfter, the meeting`);
  await page
    .getByLabel('Rows')
    .fill([...rows, 'lead-99\tWon', 'lead-29\tSold', '', 'lead-30\tWon'].join('\n'));
  await page.getByRole('button', { name: 'Move' }).click();
  expect(await page.getByRole('alert').innerText()).toMatch(
    /This moves 29 leads: 28 to Quoted, 1 to Won\. Rows that are refused, which are below: 2\.[\s\S]*Line 29 \(lead-99\): No lead has this id\./,
  );
  const look = () => page.getByRole('alert').getAttribute('class');
  expect(await look()).toBe('note');
  await page.getByRole('button', { name: 'Move them' }).click();
  expect(await page.getByRole('alert').innerText()).toMatch(
    /29 leads moved[\s\S]*Line 29 \(lead-99\): No lead has this id\.[\s\S]*Line 30: The status is none of/,
  );
  expect(await page.getByLabel('Rows').inputValue()).toBe('lead-99\tWon\nlead-29\tSold\n');

  expect(await look()).toBe('warning');

  await page.getByLabel('Rows').fill('A-29,Won\nA-1,Quoted');
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByText('If the ids are a vendor’s own, choose the vendor first.').waitFor();
  expect(await look()).toBe('refused');
  await page.getByLabel('The ids are').selectOption({ label: 'those of Acme' });
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByText(/1 lead moved: .*\. 1 lead stays as it is: /).waitFor();
  expect(new URL(page.url()).search).toBe('?type=sales'); // the list that they came from

  const { deal } = await desk.operator.showLead({ leadId: 'lead-29', by: 'test' });
  expect(deal.status).toBe('Won');
  const first = await desk.operator.showLead({ leadId: 'lead-1', by: 'test' });
  expect(first.deal.history.at(-1)).toMatchObject({
    status: 'Quoted',
    reason: 'After, the meeting',
    by: 'Grace',
  });
});
