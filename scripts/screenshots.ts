import type { Locator } from 'playwright-core';
import { launch, unpackedChromium } from '../test/support/chromium.ts';
import { keys, startLeadServer } from '../test/support/lead-server.ts';

const toTop = (part: Locator): Promise<void> =>
  part.evaluate((element: unknown) => Object(element).scrollIntoView());

/** Takes the pictures of `/docs` that the documentation shows, and then those of the desk. */

const [browser, server] = await Promise.all([launch(await unpackedChromium()), startLeadServer()]);
try {
  const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
  await page.goto(`${server.url}/docs`);
  const create = page.locator('#operations-Leads-createLead');
  await create.waitFor();
  await page.screenshot({ path: 'docs/reference-light.png' });

  await page.locator('.btn.authorize').click();
  await page.locator('.auth-container input').fill(keys.key);
  await page.locator('.auth-btn-wrapper .authorize').click();
  await page.locator('.auth-btn-wrapper .btn-done').click();
  await create.locator('.try-out__btn').click();
  await create.locator('.execute').click();
  await create.locator('.live-responses-table .response').first().waitFor();
  await toTop(create.locator('.request-url'));
  await page.screenshot({ path: 'docs/reference-sent.png' });
} finally {
  await browser.close();
  await server.drain();
}
await import('./desk-screenshots.ts');
