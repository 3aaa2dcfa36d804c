import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../../../src/adapters/outbound/runtime/runtime.ts';
import { keyState } from '../../../../../src/domain/issued-key.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { hostileNames, timed, visitDesk } from '../../../../support/desk-visit.ts';
import { days } from '../../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const by = 'Grace';

describe('a leaked key', () => {
  it.each([true, false])('is revoked and a new one issued (script: %s)', async (javaScriptEnabled) => {
    await using desk = await openDesk();
    const { operator, vendors, audit, clock } = desk;
    const account = await operator.addVendor({ name: 'Blue Motors', by });
    const leaked = await operator.issueKey({ vendor: account.id, by });
    const other = await operator.issueKey({ vendor: account.id, by });
    await using visit = await visitDesk(browser, desk, { javaScriptEnabled });
    const { page } = visit;

    let shown = '';
    await timed('a leaked key', async () => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Blue Motors' }).click();
      const row = page.getByRole('row', { name: leaked.key.hint });
      await row.getByText('Change').click();
      await row.getByRole('link', { name: 'Revoke…' }).click();
      expect(await page.textContent('h1')).toContain(leaked.key.hint);
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('stops working everywhere within 5 seconds').waitFor();

      await page.getByLabel('Issue a key').selectOption('for 90 days');
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.getByRole('button', { name: 'Issue' }).click(),
      ]);
      expect(answer.headers()['cache-control']).toBe('no-store');
      shown = await page.getByLabel('Key', { exact: true }).inputValue();
    });

    const kept = await vendors.account(account.id);
    const states = kept?.keys.map((key) => [key.id, keyState(key, clock())]);
    const fresh = kept?.keys.find(({ digest }) => digest === sha256(shown));
    expect(states).toEqual([
      [leaked.key.id, 'revoked'],
      [other.key.id, 'active'],
      [fresh?.id, 'active'],
    ]);
    expect(fresh?.expires).toEqual(new Date(Number(fresh?.created) + days(90)));
    expect(audit.kept.slice(-2).map((entry) => [entry.by, entry.action, entry.on])).toEqual([
      [by, 'key.revoke', leaked.key.id],
      [by, 'key.issue', fresh?.id],
    ]);

    if (javaScriptEnabled)
      await page.reload(); // which must not issue another key
    else await page.getByRole('link', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(shown);
    expect((await vendors.account(account.id))?.keys).toHaveLength(3);
    expect(visit.amiss).toEqual([]);
    expect(desk.faults).toEqual([]);
  });

  it('can be rotated by the keyboard alone; an emptied overlap does not end the old key at once', async () => {
    await using desk = await openDesk();
    const { operator, vendors, clock } = desk;
    const account = await operator.addVendor({ name: 'Blue Motors', by });
    const old = await operator.issueKey({ vendor: account.id, by });
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go(`/vendors/${account.id}`);

    await page.getByRole('button', { name: 'Rotate' }).waitFor({ state: 'hidden' });
    await page.locator('summary', { hasText: 'Change the key' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await page.getByText('the old one', { exact: false }).first().waitFor();

    const kept = await vendors.account(account.id);
    expect(kept?.keys.map((key) => keyState(key, clock()))).toEqual(['replaced', 'active']);
    expect(kept?.keys[0]?.expires).toEqual(new Date(clock().getTime() + days(3)));

    const fresh = kept?.keys[1]?.id ?? '';
    const answer = await page.request.post(`${desk.origin}/vendors/${account.id}/keys/${fresh}/rotate`, {
      headers: { origin: desk.origin },
      form: { days: '' },
    });
    expect(answer.status()).toBe(409);
    expect(await answer.text()).toContain('An overlap must be');
    expect((await vendors.account(account.id))?.keys).toHaveLength(2);
    expect(old.key.id).toBe(kept?.keys[0]?.id);
  });
});

describe('the vendors', () => {
  it('show who has gone quiet, what was refused, and which key ends next', async () => {
    await using desk = await openDesk();
    const { operator, time, ports } = desk;
    const now = time.now;
    const quiet = await operator.addVendor({ name: 'Quiet Cars', by });
    const busy = await operator.addVendor({ name: 'Busy Cars', by });
    await operator.addVendor({ name: 'New Cars', by });
    await operator.issueKey({ vendor: busy.id, term: days(12.5), by });
    await operator.issueKey({ vendor: busy.id, by });
    time.now = now - days(9);
    await desk.submit('lead-1', { vendorId: quiet.id });
    time.now = now - days(6);
    await desk.submit('lead-2', { vendorId: busy.id });
    time.now = now;
    const refused = { at: new Date(now), requestId: 'r1', status: 400, problems: ['phone invalid-phone'] };
    await ports.refusals.add([
      { ...refused, vendorId: busy.id, reason: 'invalid-lead', externalId: undefined },
      { ...refused, vendorId: 'static:demo', reason: 'too-many-requests', externalId: 'A-1001' },
    ]);

    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await timed('a vendor gone quiet', async () => {
      await page.getByRole('link', { name: 'Settings' }).click();
      expect(await page.locator('.warning').innerText()).toBe('One vendor has gone quiet: Quiet Cars');
    });
    const rows = await page.locator('tbody tr').allInnerTexts();
    const cells = rows.map((row) => row.split(/\t|\n/).filter((text) => text.trim() !== ''));
    expect(cells.map(([name]) => name)).toEqual(['Busy Cars', 'demo', 'New Cars', 'Quiet Cars']);
    expect(cells[0]).toEqual(
      expect.arrayContaining(['2', expect.stringContaining('a field missing or wrong')]),
    );
    expect(rows[0]).toContain('in 12 days');
    expect(rows[0]).not.toContain('quiet');
    expect(cells[1]).toEqual(
      expect.arrayContaining(['in the settings', expect.stringContaining('too many at once')]),
    );
    expect(rows[3]).toContain('quiet for 9 days');

    await page.getByRole('link', { name: 'demo' }).click();
    expect(await page.textContent('main')).toContain(
      'The key of this vendor is in the settings of the service',
    );
    const lastRefused = page.getByRole('row').filter({ hasText: 'A-1001' });
    expect(await lastRefused.innerText()).toMatch(
      /400\s+A-1001\s+phone does not have 10 digits, or 11 that start with 1\s+r1/,
    );
    const leads = await page.getByRole('link', { name: 'Its leads' }).getAttribute('href');
    expect(leads).toBe('/?vendor=static%3Ademo');
    expect(await page.getByRole('button', { name: 'Issue' }).count()).toBe(0);
  });

  it('get one more; a name that is taken is refused, and stays in the form', async () => {
    await using desk = await openDesk();
    await desk.operator.addVendor({ name: 'Blue Motors', by });
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/vendors');
    await page.getByLabel('Name').fill('Blue  Motors');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('already exists');
    expect(await page.getByLabel('Name').inputValue()).toBe('Blue  Motors');
    await page.getByLabel('Name').fill('Red Motors');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Red Motors' }).waitFor();
    expect(await page.textContent('main')).toContain('It has no key that works');
  });

  it('may have any name: none is acted on', async () => {
    await using desk = await openDesk();
    for (const name of hostileNames) await desk.operator.addVendor({ name, by });
    const evil = `static:${hostileNames[3]}`;
    const [reason, externalId] = ['<b class=planted>', '<i class=planted>'];
    const refused = { at: new Date(), requestId: 'r1', status: 400, reason, externalId, problems: undefined };
    await desk.ports.refusals.add([{ vendorId: evil, ...refused }]);
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/vendors');
    const names = [...hostileNames, hostileNames[3]];
    const found = await page.locator('tbody th').allTextContents();
    expect(found.map((text) => text.trim()).sort()).toEqual(names.map((name) => name.trim()).sort());
    const paths = await page
      .locator('tbody th a')
      .evaluateAll((links) => links.map((link) => Object(link).href));
    for (const path of paths) {
      expect((await page.goto(path))?.status()).toBe(200);
      expect(names.map((name) => name.trim())).toContain(await page.locator('h1').innerText());
      if (path.includes('static')) continue;
      await page.getByRole('button', { name: 'Issue' }).click();
      await page.getByRole('link', { name: 'I have copied it' }).click();
    }
    expect(await page.locator('.planted').count()).toBe(0);
    expect(visit.amiss).toEqual([]);
  });

  it('are for admins alone', async () => {
    await using desk = await openDesk();
    const { operator, audit } = desk;
    const { vendor, key } = await operator
      .addVendor({ name: 'Blue Motors', by })
      .then(({ id }) => operator.issueKey({ vendor: id, by }));
    const before = audit.kept.filter(({ action }) => !action.startsWith('desk.')).length;
    const keyPath = `/vendors/${vendor.id}/keys/${key.id}`;
    for (const role of ['viewer', 'sales'] as const) {
      await using visit = await visitDesk(browser, desk, { role });
      const { request } = visit.page;
      for (const path of ['/vendors', `/vendors/${vendor.id}`, `${keyPath}/revoke`]) {
        const answer = await request.get(desk.origin + path);
        expect([path, answer.status()]).toEqual([path, 403]);
        expect(await answer.text()).not.toContain('Blue Motors');
      }
      for (const path of [
        '/vendors',
        `/vendors/${vendor.id}/keys`,
        `${keyPath}/rotate`,
        `${keyPath}/revoke`,
      ]) {
        const answer = await request.post(desk.origin + path, {
          headers: { origin: desk.origin },
          form: { name: 'x', days: '1' },
        });
        expect([path, answer.status()]).toEqual([path, 403]);
      }
    }
    expect(audit.kept.filter(({ action }) => !action.startsWith('desk.'))).toHaveLength(before);
  });
});
