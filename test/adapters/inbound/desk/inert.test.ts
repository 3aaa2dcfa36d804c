import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { hostileTexts } from '../../../support/desk-leads.ts';
import { signIn } from '../../../support/desk-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What data could plant: an element of no page of ours, a handler, an address that runs. */
const planted =
  'main img, main svg:not(figure svg), main script, main style, main iframe, .planted, [onerror], [onload], [onfocus], [autofocus], [style], [href^="javascript:" i]';

it.each(hostileTexts)('%j in every field that others write is text on every page', async (text) => {
  await using desk = await openDesk();
  const vendorName = text.replace(/[\u202c-\u2069]/g, '');
  const { id: vendorId } = await desk.operator.addVendor({ name: vendorName, by: 'test' });
  const draft = {
    ...{ firstName: text, lastName: text, phone: '5550102030', zip: text.slice(0, 16), vendorName: text },
    ...{ notes: text, externalLeadId: text, vehicleYear: text, vehicleMake: text, vehicleModel: text },
    vehicleMiles: text,
  };
  const leadId = `lead ${text}`;
  await desk.submit(leadId, { vendorId, draft: { ...draft, email: 'one@example.com' } });
  await desk.submit('lead-2', { vendorId, keyId: text, draft: { ...draft, email: 'two@example.com' } });
  const by = vendorName;
  await desk.operator.moveLead({ leadId, to: 'Won', reason: text, by });
  await desk.addPeople(vendorName);
  await desk.operator.assignLead({ leadId, to: vendorName, by });
  const one = (await desk.operator.showLead({ leadId, by: 'test' })).deal.contactId;
  const two = (await desk.operator.showLead({ leadId: 'lead-2', by: 'test' })).deal.contactId;

  const url = `https://crm.example.com/${encodeURIComponent(text)}'"<b class=planted>`;
  const { hook } = await desk.operator.addHook({ url, vendor: vendorId, by });
  const { key } = await desk.operator.issueKey({ vendor: vendorId, by });
  const day = new Date(desk.time.now).toISOString().slice(0, 10);
  await desk.ports.refusals.add([
    { day, vendorId, reason: text, count: 1 },
    { day, vendorId: `static:${text}`, reason: text, count: 1 },
  ]);
  await desk.operator.moveLead({ leadId: 'lead-2', to: 'Quoted', reason: text, by });
  const order = {
    hookId: hook.id,
    now: new Date(desk.time.now),
    limit: 9,
    leaseEnds: new Date(desk.time.now),
  };
  for (const { event } of await desk.ports.webhooks.deliveries.take({ ...order, lease: '1' }))
    await desk.ports.webhooks.deliveries.settle([
      {
        ...{ hookId: hook.id, eventId: event.id, lease: '1', due: undefined },
        tried: { at: order.now, status: 500, duration: 1, error: text, answer: text },
      },
    ]);

  const page = await signIn(browser, desk);
  const alarms: string[] = [];
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) alarms.push(message.text());
  });
  const q = encodeURIComponent(text);
  const lead = `/leads/${encodeURIComponent(leadId)}`;
  const paths = [
    ...['/', `/?q=${q}&owner=${q}&vendor=${q}&contact=${q}`, `/?before=1_${q}`, lead, `${lead}/erase`],
    ...['/leads/lead-2', `/leads/${q}`, '/leads/move', `/contacts?q=${q}`, '/contacts?q=5550102030'],
    ...[`/contacts/${one}`, `/contacts/${one}/erase`, `/contacts/${one}/merge`],
    ...[
      `/contacts/${one}/merge?with=${two}`,
      `/contacts/${one}/merge?with=${q}`,
      `/contacts/${one}/merge?q=${q}`,
    ],
    ...[
      '/vendors',
      `/vendors/${vendorId}`,
      `/vendors/${q}`,
      `/vendors/static:${q}`,
      '/report',
      `/report?month=${q}`,
    ],
    ...[`/report?since=${q}&until=${q}`, `/vendors/${vendorId}/keys/${key.id}/revoke`],
    ...['/hooks', `/hooks?vendor=${q}`, `/hooks/${hook.id}`, `/hooks/${hook.id}/remove`, `/hooks/${q}`],
    ...[
      '/audit',
      `/audit?on=${q}&by=${q}`,
      `/audit?since=${q}&until=${q}`,
      `/audit?before=${q}`,
      `/sign-in?goal=${q}`,
    ],
  ];
  for (const path of paths) {
    await page.goto(path);
    expect([path, await page.locator(planted).count()]).toEqual([path, 0]);
    expect([path, await page.title()]).toEqual([path, expect.stringMatching(/· Leads$/)]);
  }

  // What is sent back is text, too.
  await desk.operator.assignLead({ leadId: 'lead-2', to: vendorName, by: 'test' });
  await page.goto(lead);
  expect(await page.locator('h1').textContent()).toContain(text);
  await page.getByLabel('New owner').selectOption({ label: vendorName });
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.locator('.said').waitFor();
  await page.goto('/leads/move');
  await page.getByLabel('Rows').fill(`${text},Won\n${text}`);
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.locator(planted).count()).toBe(0);
  await page.goto(`/contacts/${one}`);
  await page.getByLabel('Email').fill(text);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.locator(planted).count()).toBe(0);
  await page.goto('/');
  await page.getByLabel('Select all leads').check();
  await page.getByRole('button', { name: 'Lost' }).click();
  await page.getByLabel('Why lost').selectOption('Too expensive');
  await page.getByRole('button', { name: / to Lost$/ }).click();
  await page.locator('.refusals').waitFor();
  expect(await page.locator(planted).count()).toBe(0);
  for (const [path, label] of [
    ['/vendors', 'Name'],
    ['/hooks', 'Address'],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(label).evaluate((field) => Object(field).setAttribute('type', 'text'));
    await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.head').waitFor();
    expect(await page.locator(planted).count()).toBe(0);
  }
  await page.goto(`/vendors/${vendorId}`);
  await page.getByRole('button', { name: 'Issue' }).click();
  await page.locator('.secret').waitFor();
  expect(await page.locator(planted).count()).toBe(0);
  expect(alarms).toEqual([]);
  expect(desk.faults).toEqual([]);
});
