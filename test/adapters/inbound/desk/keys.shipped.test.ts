import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../support/browser.ts';
import { openDesk } from '../../../support/desk.ts';
import { signIn } from '../../../support/desk-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const names =
  `Sam Tim William Kim Zoe Max Mona Jim Jan Fiona Finn Nina Xavier Mike Emma Marcus Kemal Zara Felix Frank
Jack Julia Mohammed Maya Noah Nora Zack Zelda Kofi Karim Maximilian Jamal Mei Minh Tomás Femi Xin Niamh Joaquim Fatima
Zainab Jakob Mackenzie Nikolaj Klaus Zhivago Xanthe Foxx Mfume Nkemdiche`.split(/\s+/);

it('fifty names can be typed on every page, to find somebody or by mistake, and nothing is changed', async () => {
  await using desk = await openDesk();
  const ids = ['ada', 'bob', 'cy'];
  for (const id of ids) await desk.submit(id);
  const { id: vendor } = await desk.operator.addVendor({ name: 'Acme', by: 'test' });
  const page = await signIn(browser, desk);
  const { deal } = await desk.operator.showLead({ leadId: 'bob', by: 'test' });
  await page.goto('/leads/ada');
  await page.getByRole('button', { name: 'Quoted' }).click(); // an undo is offered from now on
  await page.locator('.said').waitFor();
  const state = () => Promise.all(ids.map((leadId) => desk.operator.showLead({ leadId, by: 'test' })));
  const before = await state();

  const places = [
    '/',
    '/contacts',
    '/report',
    '/vendors',
    `/vendors/${vendor}`,
    '/hooks',
    '/people',
    '/audit',
  ];
  for (const path of [...places, '/leads/bob', `/contacts/${deal.contactId}`, '/leads/move']) {
    await page.goto(path);
    for (const name of names) {
      await page.keyboard.type(`/${name}`);
      const typed = page.getByRole('banner').getByRole('searchbox');
      expect([path, await typed.inputValue()]).toEqual([path, name]);
      await page.keyboard.press('Escape');
    }
  }
  for (const path of ['/', '/leads/bob'])
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
