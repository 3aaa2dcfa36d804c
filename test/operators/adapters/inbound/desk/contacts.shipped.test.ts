import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { signIn } from '../../../../support/desk-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

type Desk = Awaited<ReturnType<typeof openDesk>>;

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '5550102030' };
const contactOf = async (desk: Desk, leadId: string) =>
  (await desk.operator.showLead({ leadId, by: 'test' })).deal.contactId;

it('finds a contact by an email, a phone in any form and the beginnings of a lead’s name', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: ada });
  await desk.submit('lead-2', { draft: { firstName: 'Bob', email: 'bob@example.com' } });
  const page = await signIn(browser, desk, { role: 'viewer' });
  await page.goto('/contacts');
  expect(await page.textContent('.empty')).toContain('Find a customer');
  for (const text of ['ADA@example.com', '1-555-010-2030', 'love ad']) {
    await page.getByRole('main').getByRole('searchbox').fill(text);
    await page.getByRole('main').getByRole('button', { name: 'Find' }).click();
    expect(await page.locator('.list tbody th').allInnerTexts(), text).toEqual(['Ada Lovelace']);
  }
  await page.goto('/contacts?q=nobody');
  expect(await page.textContent('.empty')).toContain('Nobody is found');
});

it('mends a contact, and records each look', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: ada });
  await desk.submit('lead-2', { draft: { firstName: 'Bob', email: 'bob@example.com' } });
  const id = await contactOf(desk, 'lead-1');
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto(`/contacts/${id}`);
  expect(await page.getByRole('link', { name: /Erase|Merge/ }).count()).toBe(0);
  await page.getByLabel('Phone').fill('555 010 9999');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed phone.').waitFor();
  expect(await page.innerText('section:has(#kept)')).toContain('(555) 010-9999');

  for (const [label, typed, why] of [
    ['Email', 'bob@example.com', /has this email/],
    ['Email', 'nonsense', /The email is not valid/],
    ['Phone', '123', /The phone is not valid/],
  ] as const) {
    await page.goto(`/contacts/${id}`);
    await page.getByLabel('ZIP').fill('10001');
    await page.getByLabel(label).fill(typed);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('alert').innerText()).toMatch(why);
    expect(await page.getByLabel(label).inputValue()).toBe(typed);
    expect(await page.getByLabel('ZIP').inputValue()).toBe('10001');
  }
  const entries = await desk.operator.readAudit({ on: id, limit: 20 });
  expect(entries.filter(({ action }) => action === 'contact.show').length).toBeGreaterThan(3);
});

it('changes only what was changed in the form', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: ada });
  const id = await contactOf(desk, 'lead-1');
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto(`/contacts/${id}`);
  const draft = { lastName: 'King' };
  await desk.operator.editContact({ contactId: id, draft, by: 'somebody else, meanwhile' });
  await page.getByLabel('ZIP').fill('10001');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed ZIP.').waitFor();
  expect(await page.textContent('h1')).toBe('Ada King');
});

it('does not overwrite what a colleague changed in the same field; who looked at that may', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: ada });
  const id = await contactOf(desk, 'lead-1');
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto(`/contacts/${id}`);
  const draft = { phone: '5550101111', lastName: 'King' };
  await desk.operator.editContact({ contactId: id, draft, by: 'Linus' });
  await page.getByLabel('Phone').fill('555 010 2222');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await page.getByRole('alert').innerText()).toMatch(/^Meanwhile Linus changed the phone\. \(/);
  expect(await page.getByLabel('Phone').inputValue()).toBe('555 010 2222');
  expect(await page.getByLabel('Last name').inputValue()).toBe('King');
  expect(await page.innerText('section:has(#kept)')).toContain('(555) 010-1111');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed phone.').waitFor();
  expect(await page.textContent('h1')).toBe('Ada King');
});

it('whoever edits a contact is told whom else its leads name', async () => {
  await using desk = await openDesk();
  const phone = '5550102030';
  const id = await desk
    .submit('lead-1', { draft: { firstName: 'Karl', lastName: 'Braun', phone } })
    .then(() => contactOf(desk, 'lead-1'));
  const page = await signIn(browser, desk, { role: 'sales' });
  const edit = page.locator('section:has(#edit)');
  await page.goto(`/contacts/${id}`);
  expect(await edit.innerText()).not.toContain('also name');
  await desk.submit('lead-2', { draft: { firstName: 'Rosa', lastName: 'Klein', phone } });
  await page.reload();
  expect(await edit.innerText()).toMatch(/Its leads also name Rosa Klein:\s+make sure .* Karl Braun’s\./);
});

it('leads to the contact that has the email already', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: ada });
  await desk.submit('lead-2', { draft: { firstName: 'Bob', email: 'bob@example.com' } });
  const page = await signIn(browser, desk, { role: 'sales' });
  await page.goto(`/contacts/${await contactOf(desk, 'lead-1')}`);
  await page.getByLabel('Email').fill('bob@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'See that contact' }).click();
  expect(await page.textContent('h1')).toBe('Bob');
});

it('is mended where its leads stand, too: what is right comes first and is dialled, as sent below it', async () => {
  await using desk = await openDesk();
  const sent = { firstName: 'Jhon', lastName: 'Smiht', email: 'john@example.com', phone: '5550107777' };
  await desk.submit('lead-1', { draft: sent });
  await desk.submit('lead-2', { draft: { firstName: 'Maria', email: undefined, phone: sent.phone } });
  const contactId = await contactOf(desk, 'lead-1');
  const draft = { firstName: 'John', lastName: 'Smith', phone: '5550108888' };
  await desk.operator.editContact({ contactId, draft, by: 'grace' });
  const page = await signIn(browser, desk);
  for (const text of ['smith', 'Smiht', '8888', '(555) 010-8888', '555-010-7777']) {
    await page.goto(`/?q=${encodeURIComponent(text)}`);
    const row = page.locator('.leads tbody tr').filter({ hasText: 'Jhon' });
    expect([text, await row.locator('th').innerText()]).toEqual([
      text,
      expect.stringMatching(/^John Smith\s+sent: Jhon Smiht\s/),
    ]);
    expect(await row.locator('.reach').innerText()).toMatch(/^\(555\) 010-8888\s+sent: \(555\) 010-7777$/);
    expect(await row.locator('a[href^="tel:"]').getAttribute('href')).toBe('tel:+15550108888');
    expect(await page.locator('.people').innerText()).toContain('John Smith');
    await page.goto(`/contacts?q=${encodeURIComponent(text)}`);
    expect([text, await page.locator('tbody th').allInnerTexts()]).toEqual([text, ['John Smith']]);
  }
  await page.goto('/leads/lead-1');
  expect(await page.textContent('h1')).toBe('John Smith');
  expect(await page.innerText('section.customer')).toMatch(
    /010-8888[\s\S]*corrected by grace[\s\S]*john@example.com[\s\S]*As sent\s+Jhon Smiht, \(555\) 010-7777/,
  );
  const dialled = await page.locator('a[href^="tel:"]').evaluateAll((all) => all.map((a) => Object(a).href));
  expect(new Set(dialled)).toEqual(new Set(['tel:+15550108888']));
  await page.goto(`/contacts/${contactId}`);
  expect(await page.locator('.leads .name').allInnerTexts()).toEqual(
    expect.arrayContaining(['Maria', expect.stringMatching(/^John Smith/)]),
  );
});

it('merges two contacts, side by side', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: { firstName: 'Ada', email: 'ada@example.com' } });
  await desk.submit('lead-2', { draft: { ...ada, email: undefined } });
  const [kept, gone] = [await contactOf(desk, 'lead-1'), await contactOf(desk, 'lead-2')];
  const page = await signIn(browser, desk);
  await page.goto(`/contacts/${kept}`);
  await page.getByRole('link', { name: 'Merge' }).click();
  await page.getByRole('link', { name: 'Compare with Ada Lovelace' }).click();
  expect(await page.getByRole('row', { name: /^phone/ }).innerText()).toMatch(/none\s+\(555\)[\s\S]*filled/);
  await page.getByRole('link', { name: 'Keep the other one' }).click();
  expect(new URL(page.url()).pathname).toBe(`/contacts/${gone}/merge`);
  await page.getByRole('link', { name: 'Keep the other one' }).click();
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('Merged: this contact now has the leads of both.').waitFor();
  expect(await page.locator('.leads tbody tr').count()).toBe(2);

  await page.goto(`/contacts/${gone}`);
  await page.locator('.note', { hasText: 'was merged into this one' }).waitFor();
  await page.goto(`/contacts/${kept}/merge?with=${kept}`);
  expect(await page.getByRole('alert').innerText()).toContain('the same contact');
});

it('erases a contact after a question that names the person and the leads; then it says so', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: ada });
  await desk.submit('lead-2', { draft: ada });
  const id = await contactOf(desk, 'lead-1');
  const page = await signIn(browser, desk);
  await page.goto(`/contacts/${id}`);
  await page.getByRole('link', { name: 'Erase' }).click();
  expect(await page.innerText('main')).toMatch(/Erase Ada Lovelace\?[\s\S]*2 leads[\s\S]*What stays/);
  await page.getByRole('button', { name: 'Erase' }).click();
  expect(await page.textContent('h1')).toBe('Erased contact');
  expect(await page.innerText('main')).not.toContain('Ada');
  expect(await page.locator('.leads tbody tr').count()).toBe(2);
  expect((await page.goto('/contacts/nobody'))?.status()).toBe(404);
  expect(desk.faults).toEqual([]);
});

it('says before an erasure how many leads somebody else sent with the same phone', async () => {
  await using desk = await openDesk();
  const phone = '5550109999';
  await desk.submit('lead-1', { draft: { firstName: 'Priya', phone } });
  const page = await signIn(browser, desk);
  const id = await contactOf(desk, 'lead-1');
  await desk.submit('lead-2', { draft: { firstName: 'PRIYA', phone } });
  await page.goto(`/contacts/${id}/erase`);
  expect(await page.innerText('main')).not.toContain('another first name');
  await desk.submit('lead-3', { draft: { firstName: 'Carlos', phone } });
  await page.reload();
  expect(await page.innerText('main')).toContain('One of its leads names somebody with another first name.');
  await page.getByRole('link', { name: 'open that person’s leads' }).click();
  expect(await page.locator('.leads tbody tr').count()).toBe(3);
});

it('refuses to sales what only an admin may do', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1', { draft: ada });
  const id = await contactOf(desk, 'lead-1');
  const page = await signIn(browser, desk, { role: 'sales' });
  const headers = { origin: desk.origin };
  for (const path of [`/contacts/${id}/erase`, `/contacts/${id}/merge`]) {
    expect((await page.request.get(path)).status()).toBe(403);
    const answer = await page.request.post(path, { headers, form: { with: 'x' }, maxRedirects: 0 });
    expect(answer.status()).toBe(403);
  }
  const viewer = await signIn(browser, desk, { role: 'viewer' });
  await viewer.goto(`/contacts/${id}`);
  expect(await viewer.getByRole('button', { name: 'Save' }).count()).toBe(0);
  const form = { firstName: 'Eve', 'firstName-was': 'Ada' };
  const answer = await viewer.request.post(`/contacts/${id}/edit`, { headers, form, maxRedirects: 0 });
  expect(answer.status()).toBe(403);
  expect((await desk.operator.findContact({ contactId: id, by: 'test' })).contact?.firstName).toBe('Ada');
});
