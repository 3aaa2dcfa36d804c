import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { hostileNames, visitDesk } from '../../../../support/desk-visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it.each([true, false])(
  'an admin sees who is signed in, and signs somebody out everywhere (script: %s)',
  async (javaScriptEnabled) => {
    await using desk = await openDesk();
    const { access, operator, time } = desk;
    const open = async (name: string) =>
      access.openLink((await access.makeLink({ name, role: 'sales', by: 'root' })).link, {
        device: 'telephone',
        isOwn: true,
      });
    const [one, two] = [await open('Linus'), await open('Linus')];
    time.now += 60_000;
    await operator.addPerson({ name: 'Mary', role: 'viewer', by: 'root' });
    await using visit = await visitDesk(browser, desk, { javaScriptEnabled });
    const { page } = visit;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'People', exact: true }).click();
    const rows = async () =>
      (await page.locator('.staff li').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
    const telephone = /a telephone, since \d[\d:]+, their own until \d+ \w+ End/.source;
    expect(await rows()).toEqual([
      expect.stringMatching(/^Grace you admin, no email signed in this browser, since \S+ no leads$/),
      expect.stringMatching(`^Linus sales, no email signed in ${telephone} .*${telephone} .*End all`),
      expect.stringMatching(/^Mary viewer, no email never here no leads Link for Mary Leaves…/),
    ]);
    const endOne = page.getByRole('button', { name: 'End the session of Linus on a telephone' });
    await endOne.first().click();
    expect(await page.textContent('.said')).toBe('Ended one session of Linus.');
    expect([await access.session(one.text), await access.session(two.text)]).toMatchObject([
      undefined,
      { name: 'Linus' },
    ]);
    await page.getByRole('button', { name: 'End sessions of Linus' }).click();
    expect(await page.textContent('.said')).toBe('Ended 1 session or link of Linus.');
    expect((await rows())[1]).toMatch(/^Linus sales, no email last signed in/);
    for (const { text } of [one, two]) expect(await access.session(text)).toBeUndefined();
    const [entry] = await operator.readAudit({ on: one.person, limit: 1 });
    expect(entry).toMatchObject({ action: 'desk.end-sessions', by: 'Grace', outcome: 'done' });
    await page.getByRole('button', { name: /^Link for .*Mary/ }).click();
    const link = (await page.getByLabel('The link').inputValue()).split('/').at(-1) ?? '';
    expect(await access.lookAtLink(link)).toEqual({ name: 'Mary', role: 'viewer' });
    await page.getByRole('button', { name: 'Take it back' }).click();
    expect(await page.textContent('.said')).toBe('Ended every link of Mary.');
    await expect(access.lookAtLink(link)).rejects.toMatchObject({ reason: 'sign-in-failed' });
    expect(visit.amiss).toEqual([]);
  },
);

it.each([true, false])(
  'an admin hands over the leads of a colleague who leaves, and their session ends (script: %s)',
  async (javaScriptEnabled) => {
    await using desk = await openDesk();
    const { access, operator } = desk;
    const open = async (name: string) =>
      access.openLink((await access.makeLink({ name, role: 'sales', by: 'root' })).link);
    const [linus, mary] = [await open('Linus'), await open('Mary')];
    for (let n = 0; n < 230; n += 1) {
      await desk.submit(`lead-${n}`);
      await operator.assignLead({ leadId: `lead-${n}`, to: linus.person, by: 'root' });
    }
    await operator.moveLead({ leadId: 'lead-7', to: 'Won', by: 'root' });
    await using visit = await visitDesk(browser, desk, { javaScriptEnabled });
    const { page } = visit;
    await visit.go('/people');
    await page.getByRole('link', { name: 'Leaves… Hand over the leads of Linus' }).click();
    await page.getByLabel(' leads, open, go to').selectOption('Mary');
    await page.getByRole('button', { name: 'Hand over' }).click();
    expect(await page.textContent('.said')).toBe(
      '229 leads of Linus went to Mary. Sessions and links that ended: 1.',
    );
    const of = async (owner: string) => (await operator.listLeads({ owner, limit: 999 })).leads.length;
    expect([await of(linus.person), await of(mary.person)]).toEqual([1, 229]);
    expect([await access.session(linus.text), (await access.session(mary.text))?.name]).toEqual([
      undefined,
      'Mary',
    ]);
    expect(await page.locator('.staff li', { hasText: 'Linus' }).innerText()).toMatch(/left \d/);
    await desk.submit('fresh');
    await visit.go('/leads/fresh');
    const offered = await page.getByLabel('Give to').locator('option').allTextContents();
    expect(offered).toEqual(['Give to…', 'Mary']); // Grace, who looks, takes it by a button
    await visit.go(`/audit?on=${linus.person}`);
    expect(await page.locator('tbody').innerText()).toMatch(/handed over the leads of\s+Linus\s.*to Mary/s);

    desk.time.now += 1_000;
    await visit.go(`/people/${mary.person}/hand-over`);
    await page.getByLabel('229 leads, open, go to').selectOption('nobody');
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('button', { name: 'Undo: 229 leads back to Mary' }).click();
    expect(await page.textContent('.said')).toBe('229 leads assigned back.');
    expect(await of(mary.person)).toBe(229);
    expect(await page.locator('.staff li', { hasText: 'Mary' }).innerText()).not.toContain('left');
    expect(visit.amiss).toEqual([]);
  },
);

it.each([true, false])(
  'an admin adds somebody, and says that two are one (script: %s)',
  async (javaScriptEnabled) => {
    await using desk = await openDesk();
    const { operator, ports } = desk;
    const account = { id: `per_${'a'.repeat(32)}`, name: 'Linus', email: 'linus@example.com' };
    await ports.people.keep({ ...account, role: 'sales', seen: undefined });
    await using visit = await visitDesk(browser, desk, { javaScriptEnabled });
    const { page } = visit;
    await visit.go('/people');
    const add = async (name: string, email: string) => {
      const form = page.getByRole('region', { name: 'Add somebody' });
      await form.getByLabel('Name').fill(name);
      await form.getByLabel('Email').fill(email);
      await form.getByLabel('Role').selectOption('sales');
      await form.getByRole('button', { name: 'Add' }).click();
    };
    await add('Mary', 'mary@example.com');
    expect(await page.textContent('.said')).toBe('Added Mary.');
    expect(await page.locator('.staff li', { hasText: 'mary@example.com' }).innerText()).toMatch(
      /sales, mary@example.com\s+never here/,
    );
    await add('MARY', 'other@example.com');
    expect(await page.getByRole('alert').innerText()).toMatch(/^Mary \(per_\w+\) has this name\.$/);
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('MARY');
    await add('nobody', '');
    expect(await page.getByRole('alert').innerText()).toContain('nobody can be called so');

    await visit.go('/people');
    const { id } = (await operator.namePeople()).find(({ name }) => name === 'Mary') ?? {};
    await desk.submit('lead-1');
    await operator.assignLead({ leadId: 'lead-1', to: id, by: 'root' });
    const link = page.getByRole('region', { name: 'Here twice?' });
    await link.getByText('Make two entries one person').click();
    await link.getByLabel('Who was known by name').selectOption('Mary');
    await link.getByLabel('Is this account').selectOption('Linus');
    await link.getByRole('button', { name: 'Link' }).click();
    expect(await page.textContent('.said')).toMatch(/^Mary \(\S+\) is Linus \(\S+\) now\.$/);
    expect(await page.locator('.staff li').count()).toBe(2); // Grace, who looks, and Linus
    expect((await operator.listLeads({ owner: 'Mary', limit: 9 })).leads).toHaveLength(1);
    await visit.go(`/audit?on=${id}`);
    expect(await page.locator('tbody').innerText()).toMatch(/Grace\s+linked\s+Linus\s.*with Linus/s);
    await visit.go('/leads/lead-1');
    expect(await page.getByRole('region', { name: 'Owner' }).innerText()).toMatch(/^Owner\s+Linus’s since /i);
    expect(visit.amiss.filter((text) => !text.includes('409'))).toEqual([]);
  },
);

it('handing over many leads goes on while the page says how far it is; broken off, it goes on when told to', async () => {
  await using desk = await openDesk();
  const { operator, ports } = desk;
  const { person } = await desk.access.openLink(
    (await desk.access.makeLink({ name: 'Linus', role: 'sales', by: 'root' })).link,
  );
  for (let n = 0; n < 350; n += 1) {
    await desk.submit(`lead-${n}`);
    await ports.leads.changeDeals([`lead-${n}`], () => ({ owner: person }));
  }
  const { leads } = ports;
  const changeDeals = leads.changeDeals.bind(leads);
  let groups = 0;
  leads.changeDeals = async (...order) => {
    groups += 1;
    if (groups === 1) await new Promise((resolve) => setTimeout(resolve, 4_000)); // longer than a page waits
    if (groups === 2) throw new StoreUnavailable('failover');
    return changeDeals(...order);
  };
  await using visit = await visitDesk(browser, desk);
  const { page } = visit;
  await visit.go(`/people/${person}/hand-over`);
  await page.getByLabel(' leads, open, go to').selectOption('nobody');
  await page.getByRole('button', { name: 'Hand over' }).click();
  expect(await page.textContent('.said')).toMatch(/^The leads are handed over: 0 leads so far/);
  const status = page.locator('#progress');
  const toldNow = async () => {
    await page.reload();
    return status.innerText();
  };
  const patience = { timeout: 20_000, interval: 300 };
  await expect
    .poll(toldNow, patience)
    .toBe('The leads are handed over: it was broken off after 100 leads. Do it again to go on.');
  desk.time.now += 1_000;
  await page.getByLabel(' leads, open, go to').selectOption('nobody');
  await page.getByRole('button', { name: 'Hand over' }).click();
  expect(await page.textContent('.said')).toMatch(/^250 leads of Linus went to nobody\./);
  expect((await operator.listLeads({ owner: person, limit: 9 })).leads).toEqual([]);

  // What was done while nobody waited is told by the next page, and can be taken back there.
  await page.getByRole('button', { name: 'Undo: 250 leads back to Linus' }).click();
  leads.changeDeals = async (...order) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return changeDeals(...order);
  };
  await visit.go(`/people/${person}/hand-over`);
  await page.getByLabel(' leads, open, go to').selectOption('nobody');
  desk.time.now += 1_000;
  await page.getByRole('button', { name: 'Hand over' }).click();
  expect(await page.textContent('.said')).toMatch(/^The leads are handed over: \d+ leads so far/);
  await expect.poll(toldNow, patience).toMatch(/^250 leads of Linus went to nobody\./);
  leads.changeDeals = changeDeals;
  await page.getByRole('button', { name: 'Undo: 250 leads back to Linus' }).click();
  expect(await page.textContent('.said')).toBe('250 leads assigned back.');
}, 60_000);

it('people may be called anything: nothing is acted on', async () => {
  await using desk = await openDesk();
  const person = { role: 'sales', seen: desk.clock() } as const;
  for (const [n, name] of hostileNames.entries())
    await desk.ports.people.keep({ id: `per_${n}`, name, email: name, ...person });
  await using visit = await visitDesk(browser, desk);
  await visit.go('/people');
  const shown = await visit.page.locator('.staff li b bdi').allTextContents();
  expect(new Set(shown)).toEqual(new Set(['Grace', ...hostileNames]));
  expect(visit.amiss).toEqual([]);
});

it('somebody who is not known cannot be signed out', async () => {
  await using desk = await openDesk();
  const order = { person: 'per_nobody', by: 'root' };
  await expect(desk.operator.endSessions(order)).rejects.toMatchObject({ reason: 'unknown-person' });
});
