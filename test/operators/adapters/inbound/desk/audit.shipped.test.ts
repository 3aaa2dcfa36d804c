import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const rows = async (page: Page): Promise<string[]> =>
  (await page.locator('tbody tr').allTextContents()).map((row) => row.replace(/\s+/g, ' ').trim());

describe('the audit log', () => {
  it.each([true, false])(
    'says who moved a lead, and leads to why (script: %s)',
    async (javaScriptEnabled) => {
      await using desk = await openDesk();
      const { operator, time } = desk;
      await desk.submit('lead-1');
      await desk.submit('lead-2');
      const order = { leadId: 'lead-1', to: 'Lost', reason: 'bought elsewhere', by: 'Linus' } as const;
      await operator.moveLead(order);
      await operator.moveLead({ ...order, leadId: 'lead-2' });
      time.now += 1;
      await operator.moveLead({ ...order, to: 'Won', by: 'Mallory' }).catch(() => {});
      await using visit = await visitDesk(browser, desk, { javaScriptEnabled });
      const { page } = visit;
      await timed('who moved this lead, and why', async () => {
        await page.getByRole('link', { name: 'Settings' }).click();
        await page.getByRole('link', { name: 'Audit' }).click();
        await page.getByLabel('Id').fill('lead-1');
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'Show all' }).waitFor();
        const found = await rows(page);
        expect(found).toHaveLength(2);
        expect(found[0]).toMatch(/Mallory moved the lead Ada.*lead-1.*to Won refused$/);
        expect(found[1]).toMatch(/Linus moved the lead Ada.*lead-1.*from In Progress to Lost done$/);
      });
      const link = page.getByRole('link', { name: 'Ada', exact: true }).first();
      expect(await link.getAttribute('href')).toBe('/leads/lead-1');
      expect(await page.content()).not.toContain('bought elsewhere');
      await page.getByRole('link', { name: 'Show all' }).click();
      await page.getByRole('link', { name: 'history of lead-2' }).click();
      expect(await rows(page)).toHaveLength(1);
      expect(visit.amiss).toEqual([]);
    },
  );

  it('leads to what was acted on', async () => {
    await using desk = await openDesk();
    const { operator, time } = desk;
    const { id } = await operator.addVendor({ name: 'Blue Motors', by });
    time.now += 1;
    const { vendor, key } = await operator.issueKey({ vendor: id, by });
    time.now += 1;
    const { hook } = await operator.addHook({ url: 'https://example.com/x', by });
    await desk.submit('lead-1');
    time.now += 1;
    const { deal } = await operator.showLead({ leadId: 'lead-1', by: 'test' });
    time.now += 1;
    await operator.editContact({ contactId: deal.contactId, draft: { firstName: 'Augusta' }, by });
    await operator.exportLeads({ by });
    await using visit = await visitDesk(browser, desk);
    await visit.go('/audit');
    const links = await visit.page
      .locator('tbody td a:not(.trace)')
      .evaluateAll((all) => all.map((each) => [Object(each).textContent, Object(each).getAttribute('href')]));
    const people = links.filter(([, path]) => path?.startsWith('/people'));
    expect(people).toEqual(Array(2).fill(['Grace', expect.stringMatching(/^\/people#per_/)])); // a link, a sign-in
    expect(links.filter((link) => !people.includes(link))).toEqual([
      [deal.contactId, `/contacts/${deal.contactId}`],
      ['Augusta', '/leads/lead-1'],
      [hook.id, `/hooks/${hook.id}`],
      [`${key.hint}…`, `/vendors/${vendor.id}#${key.id}`],
      ['Blue Motors', `/vendors/${vendor.id}`],
    ]);
    const edited = (await rows(visit.page)).find((row) => row.includes('edited'));
    expect(edited).toContain('(firstName)');
    expect(edited).not.toContain('Augusta');
  });

  it('says in one press what a colleague did today', async () => {
    await using desk = await openDesk();
    const { operator, access, time } = desk;
    const now = time.now;
    await desk.submit('lead-1');
    const made = await access.makeLink({ name: 'Linus', role: 'sales', by: 'root' });
    const { person } = await access.openLink(made.link);
    for (const [at, to, byId] of [
      [now - days(1), 'Quoted', person],
      [now, 'Evaluation Scheduled', person],
      [now, 'Won', undefined],
    ] as const) {
      time.now = at;
      await operator.moveLead({ leadId: 'lead-1', to, by: { by: 'Linus', byId } });
    }
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go(`/audit?by=${person}`);
    expect((await rows(page)).filter((row) => row.includes('moved'))).toHaveLength(2);
    await visit.go('/audit');
    await page.getByLabel('Who').selectOption({ label: 'Linus' });
    await page.getByRole('button', { name: 'Today', exact: true }).click(); // keeps who was only chosen
    await page.waitForURL('**today=*');
    const today = (await rows(page)).filter((row) => row.includes('moved'));
    expect(today).toEqual([expect.stringMatching(/^\d\d:\d\d ?Linus moved .*to Evaluation Scheduled done$/)]);
    expect(await page.getByRole('button', { name: 'Today', exact: true }).count()).toBe(0);
    expect(await page.getByLabel('From').inputValue()).toMatch(/^\d{4}-/);
  });

  it('has pages of a hundred, and none is left out between them', async () => {
    await using desk = await openDesk();
    const { operator } = desk;
    await desk.submit('lead-1');
    await desk.addPeople('Ada', 'Bob');
    for (let n = 0; n < 230; n += 1) {
      // All at one time, as a sheet moves leads.
      await operator.assignLead({ leadId: 'lead-1', to: n % 2 ? 'Ada' : 'Bob', by: `Person ${n}` });
    }
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/audit?on=lead-1');
    const seen = new Set<string>();
    for (let pages = 1; ; pages += 1) {
      for (const name of await page.locator('tbody th').allTextContents()) seen.add(name);
      const older = page.getByRole('link', { name: 'Older' });
      if ((await older.count()) === 0) {
        expect(pages).toBe(3);
        break;
      }
      const next = (await older.getAttribute('href')) ?? '';
      await older.click();
      await page.waitForURL((url) => url.href.endsWith(next));
    }
    expect(seen.size).toBe(230);
  });

  it('is of the days that were asked for, as the calendar of the business has it', async () => {
    await using desk = await openDesk();
    const { operator, time } = desk;
    const now = time.now;
    await desk.submit('lead-1');
    for (const [n, at] of [
      '2026-05-03T23:30:00Z',
      '2026-05-04T23:30:00Z',
      '2026-05-05T00:00:00Z',
    ].entries()) {
      time.now = Date.parse(at);
      await operator.moveLead({ leadId: 'lead-1', to: n % 2 ? 'Quoted' : 'In Progress', by: `Person ${n}` });
    }
    time.now = now;
    await using visit = await visitDesk(browser, desk);
    await visit.go('/audit');
    await visit.page.getByLabel('From').fill('2026-05-04');
    await visit.page.getByLabel('to', { exact: true }).fill('2026-05-04');
    await visit.page.getByRole('button', { name: 'Show' }).click();
    await visit.page.getByRole('link', { name: 'Show all' }).waitFor();
    expect(await visit.page.locator('tbody th').allTextContents()).toEqual(['Person 1']);
  });

  it('may hold any name and id: none is acted on', async () => {
    await using desk = await openDesk();
    const { ports, clock } = desk;
    for (const [n, name] of hostileNames.entries())
      for (const action of ['lead.move', 'contact.merge', 'key.issue', 'desk.link', 'hook.add'] as const)
        await ports.audit.begin([
          {
            ...{ id: `aud-${n}-${action}`, at: clock(), by: name, action, on: name },
            ...{ fields: [name], merged: name },
          },
        ]);
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/audit');
    const names = await page.locator('tbody th').allTextContents();
    expect(new Set(names.filter((name) => !['Grace', 'test'].includes(name)))).toEqual(new Set(hostileNames));
    const paths = await page
      .locator('tbody a')
      .evaluateAll((links) => links.map((link) => Object(link).href));
    for (const path of paths)
      expect(new URL(path).pathname).toMatch(/^\/(leads|contacts|hooks)\/[^/]+$|^\/(people|audit)$/);
    await visit.go(`/audit?on=${encodeURIComponent(hostileNames[1])}`);
    expect(await page.getByLabel('Id').inputValue()).toBe(hostileNames[1]);
    expect(await page.locator('.planted, tbody img').count()).toBe(0);
    expect(visit.amiss).toEqual([]);
  });

  it('says what a colleague did, by choosing them, or by their name in a row', async () => {
    await using desk = await openDesk();
    const { operator, access, time } = desk;
    await desk.submit('lead-1', { draft: { externalLeadId: 'A-1001' } });
    const open = async (name: string) =>
      access.openLink((await access.makeLink({ name, role: 'sales', by: 'root' })).link);
    const [linus, mary] = [await open('Linus'), await open('Mary')];
    time.now += 1_000;
    await operator.assignLead({ leadId: 'lead-1', to: mary.person, by: { by: 'Linus', byId: linus.person } });
    await operator.eraseLead({ leadId: 'lead-1', by: { by: 'Mary', byId: mary.person } });
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/audit');
    await page.getByLabel('Who').selectOption('Linus');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Show all' }).waitFor();
    expect(await rows(page)).toEqual([
      expect.stringMatching(/Linus assigned the lead lead-1 history.* from nobody to Mary done$/),
      expect.stringMatching(/Linus signed in as Linus/),
    ]);
    await visit.go('/audit?on=lead-1');
    expect((await rows(page)).join()).not.toMatch(/Ada|A-1001/); // erased
    await page.getByRole('link', { name: 'Mary', exact: true }).first().click();
    expect(await page.getByLabel('Who').locator(':checked').innerText()).toBe('Mary');
    expect(visit.amiss).toEqual([]);
  });

  it('shows whoever sells what they did themselves, and a viewer nothing', async () => {
    await using desk = await openDesk();
    for (const id of ['lead-1', 'lead-2']) await desk.submit(id, { draft: { externalLeadId: `A-${id}` } });
    await using viewer = await visitDesk(browser, desk, { role: 'viewer' });
    expect((await viewer.go('/audit'))?.status()).toBe(403);
    await using visit = await visitDesk(browser, desk, { role: 'sales' });
    await desk.operator.moveLead({ leadId: 'lead-2', to: 'Won', by: 'Somebody else' });
    const { page } = visit;
    await visit.go('/leads/lead-1');
    await page.getByLabel('Where to').selectOption('Quoted');
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await page.locator('.said').waitFor();
    await page.getByRole('link', { name: 'My day' }).click();
    await page.getByRole('link', { name: 'this week' }).click();
    await page.getByRole('link', { name: 'audit log' }).click();
    const found = await rows(page);
    expect(found).toContainEqual(
      expect.stringMatching(/Grace moved the lead Adalead-1, A-lead-1 .* from In Progress to Quoted done$/),
    );
    expect(found.every((row) => row.includes('Grace'))).toBe(true);
    expect(found.join()).not.toContain('lead-2');
    expect(await page.getByLabel('Who').count()).toBe(0);
    const others = await visit.go('/audit?by=per_1');
    expect([others?.status(), (await rows(page)).every((row) => row.includes('Grace'))]).toEqual([200, true]);
    expect(visit.amiss).toEqual([]);
  });
});
