import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { startServer } from '../test/support/processes.ts';

/** Takes the pictures of the reference page that the docs show; `pngquant 64` makes them a third of their size. */

const folder = 'docs/images';
mkdirSync(folder, { recursive: true });
await using server = await startServer({ LOG_LEVEL: 'silent' });
const browser = await openBrowser();
const picture = (page: Page, name: string) => page.screenshot({ path: `${folder}/${name}.png` });

async function open(colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, colorScheme });
  await page.goto(`${server.url}/docs`);
  await page.locator('#operations-Leads-createLead').waitFor();
  return page;
}

type Placed = { scrollIntoView(where: { block: 'start' | 'end' }): void };

try {
  const light = await open('light');
  await picture(light, 'reference-light');

  const dark = await open('dark');
  await dark.locator('#operations-Leads-createLead .opblock-summary-control').click();
  await dark.locator('#operations-Leads-createLead .body-param__example').waitFor();
  await dark.locator('.scheme-container').evaluate((it: Placed) => it.scrollIntoView({ block: 'start' }));
  await picture(dark, 'reference-dark');

  await light.locator('.btn.authorize').click();
  await light.locator('.auth-container input').fill(/lead_test_\w+/.exec(server.written().out)?.[0] ?? '');
  await light.locator('.auth-btn-wrapper .authorize').click();
  await light.locator('.auth-btn-wrapper .btn-done').click();
  const createLead = light.locator('#operations-Leads-createLead');
  await createLead.locator('.opblock-summary-control').click();
  await createLead.locator('.try-out__btn').click();
  await createLead.locator('.execute').click();
  const answer = createLead.locator('.live-responses-table');
  await answer.locator('.response').first().waitFor();
  await answer.evaluate((it: Placed) => it.scrollIntoView({ block: 'end' }));
  await picture(light, 'reference-sent');
} finally {
  await browser.close();
}
