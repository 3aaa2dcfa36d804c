import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { visitDesk } from '../../../../support/desk-visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it.each([true, false])(
  'a customer who rings is added; what breaks a rule says so at its field, and keeps what was typed (script: %s)',
  async (javaScriptEnabled) => {
    await using desk = await openDesk();
    await using visit = await visitDesk(browser, desk, { role: 'sales', name: 'Amara', javaScriptEnabled });
    const { page } = visit;
    await page.getByRole('link', { name: 'Add a lead' }).click();
    await page.getByLabel('First name').fill('Maria');
    await page.getByLabel('Last name').fill('Lopez');
    await page.getByLabel('Phone').fill('555 201');
    await page.getByLabel('Deal type').selectOption('sales');
    await page.getByLabel('What is wanted').fill('An automatic\nbefore Friday');
    await page.locator('summary', { hasText: 'Vehicle' }).click();
    await page.getByLabel('Make').fill('Ford');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await page.textContent('.refused')).toBe('Not added yet: see Phone.');
    const phone = page.getByLabel('Phone');
    expect(await phone.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#phone-why').textContent()).toBe(
      'Phone does not have 10 digits, or 11 that start with 1.',
    );
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
    expect(await page.getByLabel('What is wanted').inputValue()).toBe('An automatic\nbefore Friday');
    expect(await page.getByLabel('Deal type').inputValue()).toBe('sales');
    expect(await page.getByLabel('Make').isVisible()).toBe(true);
    await phone.fill('555 201 4477');
    await page.getByRole('button', { name: 'Add', exact: true }).dblclick();
    await page.locator('.said').waitFor();
    expect(await page.textContent('.said')).toBe('Added Maria Lopez. The lead is yours.');
    const { leads } = await desk.operator.listLeads({ limit: 9 });
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ status: 'In Progress', vehicle: { make: 'Ford' } });
    expect(await page.innerText('main')).toContain('Phone and walk-in');
    await page.getByRole('button', { name: /^Undo: .*Maria Lopez/ }).click();
    expect(await page.textContent('.said')).toBe('1 lead is nobody’s now.');
    expect(visit.amiss).toEqual([]);
    expect(desk.faults).toEqual([]);
  },
);
