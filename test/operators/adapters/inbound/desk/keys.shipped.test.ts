import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { signIn } from '../../../../support/desk-page.ts';

let browser: Browser;
let desk: Awaited<ReturnType<typeof openDesk>>;
let page: Page;
let before: unknown;
const ids = ['ada', 'bob', 'cy'];
const state = () => Promise.all(ids.map((leadId) => desk.operator.showLead({ leadId, by: 'test' })));
const at: Record<string, string> = {};

beforeAll(async () => {
  [browser, desk] = await Promise.all([openBrowser(), openDesk()]);
  for (const id of ids) await desk.submit(id);
  at.vendor = (await desk.operator.addVendor({ name: 'Acme', by: 'test' })).id;
  at.hook = (await desk.operator.addHook({ url: 'https://crm.example.com/', by: 'test' })).hook.id;
  at.contact = (await desk.operator.showLead({ leadId: 'bob', by: 'test' })).deal.contactId;
  page = await signIn(browser, desk);
  await page.goto('/leads/ada');
  await page.getByLabel('Where to').selectOption('Quoted');
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page.locator('.said').waitFor();
  before = await state();
});
afterAll(async () => {
  await browser?.close();
  await desk?.[Symbol.asyncDispose]();
});

const names =
  `Sam Tim William Kim Zoe Max Mona Jim Jan Fiona Finn Nina Xavier Mike Emma Marcus Kemal Zara Felix Frank
Jack Julia Mohammed Maya Noah Nora Zack Zelda Kofi Karim Maximilian Jamal Mei Minh Tomás Femi Xin Niamh Joaquim Fatima
Zainab Jakob Mackenzie Nikolaj Klaus Zhivago Xanthe Foxx Mfume Nkemdiche`.split(/\s+/);

it.each([
  ...['/day', '/', '/report', '/leads/bob', '/leads/bob/erase', '/leads/move'],
  ...['/contacts', '/contacts/:contact', '/contacts/:contact/erase', '/contacts/:contact/merge'],
  ...['/vendors', '/vendors/:vendor', '/hooks', '/hooks/:hook', '/hooks/:hook/remove'],
  ...['/people', '/people/programs', '/audit'],
])('fifty names can be typed on %s, to find somebody, and nothing is changed', async (path) => {
  await page.goto(path.replace(/:(\w+)/, (_, name: string) => at[name] ?? ''));
  for (const name of names) {
    await page.keyboard.type(`/${name}`);
    const typed = page.getByRole('banner').getByRole('searchbox');
    expect(await typed.inputValue()).toBe(name);
    await page.keyboard.press('Escape');
  }
  expect(await state()).toEqual(before);
});

it.each(['/', '/leads/bob'])('nor by a name that is typed on %s by mistake', async (path) => {
  for (const name of names.filter((name) => /m.*[ei]|z|x/i.test(name))) {
    const isThere = () =>
      page.goto(path).then(
        () => true,
        () => false,
      ); // unless Enter at a row still opens its lead
    await expect.poll(isThere).toBe(true);
    await page.locator('[data-keys]').waitFor(); // the scripts are there
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
  expect(await state()).toEqual(before);
});
