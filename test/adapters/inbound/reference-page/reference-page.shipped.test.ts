import Koa from 'koa';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LeadServer, serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { referencePage } from '../../../../src/adapters/inbound/reference-page/reference-page.ts';
import { version } from '../../../../src/bootstrap/version.ts';
import { openBrowser } from '../../../support/browser.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { sender } from '../../../support/socket.ts';
import { someApi } from '../../../support/some-api.ts';

let browser: Browser;
let server: LeadServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startLeadServer()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.drain();
});

/** What the page must not do: cause errors, violate its policy, send requests to other hosts. */
let amiss: string[];
let page: Page;

async function open(at = server, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...options });
  page.setDefaultTimeout(10_000);
  amiss = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) amiss.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => amiss.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== at.url) amiss.push(`request: ${url}`);
  });
  await page.goto(`${at.url}/docs`);
  await page.locator('#operations-Leads-createLead').waitFor();
  return page;
}
afterEach(() => page?.close());

const operation = (name: string): Locator => page.locator(`#operations-Leads-${name}`);
const answerOf = (name: string): Locator =>
  operation(name).locator('.live-responses-table .response').first();

describe('the reference page, in Chromium', () => {
  it('shows both operations, sends a lead with a key, and reads its status', async () => {
    await open();
    expect(await page.locator('.info .title').innerText()).toContain('Partner Lead Submission');
    expect(await page.locator('.info .version').first().innerText()).toContain(version);
    expect(await page.locator('.servers select').inputValue()).toBe(`${server.url}/v1`);

    await page.locator('.btn.authorize').click();
    await page.locator('.auth-container input').fill(keys.key);
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').click();

    await operation('createLead').locator('.try-out__btn').click();
    await operation('createLead').locator('.execute').click();
    await answerOf('createLead').waitFor();
    const created = await answerOf('createLead').innerText();
    expect(created).toContain('200');
    const leadId = /"leadId": "([\da-f-]{36})"/.exec(created)?.[1] ?? '';

    await operation('getLead').locator('.opblock-summary-control').click();
    await operation('getLead').locator('.try-out__btn').click();
    await operation('getLead').locator('tr[data-param-name="leadId"] input').fill(leadId);
    await operation('getLead').locator('.execute').click();
    await answerOf('getLead').waitFor();
    const read = await answerOf('getLead').innerText();
    expect(read).toContain(leadId);
    expect(read).toContain('"In Progress"');
    expect(amiss).toEqual([]);
  });

  it('can be used by keyboard alone', async () => {
    await open();
    await tabTo('.btn.authorize');
    await page.keyboard.press('Enter');
    await tabTo('.auth-container input');
    await page.keyboard.type(keys.key);
    await page.keyboard.press('Enter');
    await tabTo('.auth-btn-wrapper .btn-done');
    await page.keyboard.press('Enter');

    await tabTo('#operations-Leads-createLead .try-out__btn');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Enter');
    await tabTo('#operations-Leads-createLead .execute');
    await page.keyboard.press('Enter');
    await answerOf('createLead').waitFor();
    expect(await answerOf('createLead').innerText()).toContain('leadId');
    expect(amiss).toEqual([]);
  });

  it('has enough contrast in all its text, in light colours and in dark', async () => {
    await open();
    const getLead = operation('getLead');
    await getLead.locator('.opblock-summary-control').click();
    await getLead.locator('.responses-table .headers .header-col').first().waitFor();
    await getLead.locator('.try-out__btn').click();
    await getLead.locator('.btn.execute').click();
    await getLead.locator('.live-responses-table .response').first().waitFor();
    await operation('createLead').getByRole('tab', { name: 'Schema' }).first().click();
    await operation('createLead').locator('.json-schema-2020-12-expand-deep-button').first().waitFor();
    amiss.length = 0; // the browser reports the 403
    await page.locator('.btn.authorize').click();
    await page.locator('.auth-container input').waitFor();

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      let texts: Shown[] = [];
      const faint = async () => {
        texts = await textsOf(page);
        return texts.filter(({ ink, ground }) => contrast(ink, ground) < 4.5).map(({ text }) => text);
      };
      await expect.poll(faint, { message: colorScheme }).toEqual([]); // colours fade from one to the other
      expect(texts.length).toBeGreaterThan(200);
      const [title] = texts.filter(({ text }) => text.startsWith('Partner Lead Submission'));
      expect(luminance(title?.ground ?? '') < 0.5).toBe(colorScheme === 'dark');
    }
    expect(amiss).toEqual([]);
  });

  it('shows the button for the key and what to send on its first screen; the webhook and its guide below the operations', async () => {
    await open(server, { viewport: { width: 1100, height: 640 } });
    const bottomOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: 0 };
      return y + height;
    };
    for (const part of [page.locator('.btn.authorize'), operation('createLead').locator('.opblock-summary')])
      expect(await bottomOf(part)).toBeLessThan(640);
    const guide = page.locator('#guide');
    expect(await guide.innerText()).toContain('Sending a lead safely');
    const { y: top } = (await guide.boundingBox()) ?? { y: 0 };
    const webhook = page.locator('.webhooks .opblock');
    expect(await webhook.innerText()).toContain('A lead has another status');
    expect((await webhook.boundingBox())?.y).toBeGreaterThan(await bottomOf(operation('getLead')));
    expect(top).toBeGreaterThan(await bottomOf(webhook));
    expect(await operation('createLead').locator('.body-param__example').innerText()).toContain(
      '"first_name"',
    );
    expect(await page.locator('.opblock-tag').allInnerTexts()).toEqual([expect.stringContaining('Leads')]);

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await guide.boundingBox())?.y).toBeLessThan(320);
    expect(amiss).toEqual([]);
  });

  it('is no wider than the screen of a phone, with everything open', async () => {
    await open(server, { viewport: { width: 390, height: 844 } });
    await operation('getLead').locator('.opblock-summary-control').click();
    for (const name of ['createLead', 'getLead']) await operation(name).locator('.try-out__btn').click();
    await operation('getLead').locator('.responses-table .headers .header-col').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(amiss).toEqual([]);
  });

  it('offers nothing to send in production', async () => {
    const production = await startLeadServer({ APP_ENV: 'production', MONGODB_URI: 'mongodb://127.0.0.1:9' });
    try {
      await open(production);
      await operation('createLead').locator('.opblock-body').waitFor();
      const offers = page.locator('nav a, .authorize, .try-out__btn').filter({ visible: true });
      expect(await offers.allInnerTexts()).toEqual(['Guide', 'OpenAPI']);
      expect(amiss).toEqual([]);
    } finally {
      await page.close();
      await production.drain();
    }
  });

  it('shows both environments, and lets only its own be tried out', async () => {
    const sandbox = 'https://sandbox.example.com/v1';
    const other = await startLeadServer({ SANDBOX_URL: sandbox, PUBLIC_URL: 'https://example.com/v1' });
    try {
      await open(other);
      expect(await page.locator('.servers option').allInnerTexts()).toEqual([`${other.url}/v1 - Sandbox`]);
      expect(await page.locator('.information-container').innerText()).toContain(sandbox);
      expect(await page.locator('.information-container').innerText()).toContain('https://example.com/v1');
      expect(amiss).toEqual([]);
    } finally {
      await page.close();
      await other.drain();
    }
  });
});

describe('the reference page, over HTTP', () => {
  let send: ReturnType<typeof sender>['send'];
  let close: () => void;
  beforeAll(() => {
    ({ send, close } = sender(server.url));
  });
  afterAll(() => close());
  const get = (path: string, headers = {}) => send({ method: 'GET', path, headers });

  it('is compressed for clients that can read it, and for ten minutes in caches, which are told', async () => {
    const cached = { vary: 'accept-encoding', 'cache-control': 'public, max-age=600' };
    const gzipped = await get('/docs', { 'accept-encoding': 'br, gzip' });
    expect(gzipped.headers).toMatchObject({ ...cached, 'content-encoding': 'gzip' });
    const plain = await get('/docs');
    expect(plain.headers).toMatchObject(cached);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.text).toContain('<html');
    expect(Number(gzipped.headers['content-length'])).toBeLessThan(plain.text.length);
  });

  it('loads nothing from other origins or inline, and is shown in no frame', async () => {
    const { headers } = await get('/docs');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    const policy = headers['content-security-policy'] ?? '';
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  it('is found from / and /docs/ too, behind whatever prefix', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await send({ method, path: '/' });
      expect({ status, location: headers.location, text }).toEqual({
        status: 307,
        location: 'docs',
        text: '',
      });
    }
    const { status, headers } = await get('/docs/');
    expect({ status, location: headers.location }).toEqual({ status: 308, location: '../docs' });
    expect((await send({ method: 'POST', path: '/' })).status).toBe(404);
  });

  it('can only be read', async () => {
    const { status, headers, text } = await send({ method: 'POST', path: '/docs' });
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text).statusCode).toBe(405);
    expect(await send({ method: 'HEAD', path: '/docs' })).toMatchObject({ status: 200, text: '' });
  });

  it('reads a file again if it could not be read the first time', async () => {
    let tries = 0;
    const read = async () => {
      tries += 1;
      if (tries === 1) throw new Error('too many open files');
      return Buffer.from('p {}');
    };
    const files = new Map([['/docs/page.css', { type: 'text/css', read }]]);
    const app = new Koa().use(referencePage(files));
    app.silent = true;
    const other = await serve(app, { api: someApi(), port: 0 });
    const client = sender(other.url);
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await client.send({ method: 'GET', path: '/docs/page.css' }));
    client.close();
    await other.drain();
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 200]);
    expect(tries).toBe(2);
  });
});

/** Presses Tab until the element has the focus, but no more often than a person would. */
async function tabTo(selector: string): Promise<void> {
  const target = page.locator(selector).first();
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element: unknown) => Object(globalThis).document.activeElement === element))
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

interface Shown {
  readonly text: string;
  /** Colours as CSS computes them: the text's own, and the first behind it that is not transparent. */
  readonly ink: string;
  readonly ground: string;
}

/** Every visible text. */
function textsOf(shown: Page): Promise<Shown[]> {
  return shown.evaluate(() => {
    const { document, getComputedStyle } = Object(globalThis);
    const saysSomething = ({ nodeType, data }: { nodeType: number; data: string }) =>
      nodeType === 3 && data.trim() !== '';
    const groundOf = (element: { parentElement: never }): string => {
      const colour: string = getComputedStyle(element).backgroundColor;
      const isClear = /^rgba.*, 0(\.\d+)?\)$/.test(colour) && element.parentElement;
      return isClear ? groundOf(element.parentElement) : colour;
    };
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.getClientRects().length > 0 && [...each.childNodes].some(saysSomething))
      .map((each) => ({
        text: each.textContent.trim(),
        ink: getComputedStyle(each).color,
        ground: groundOf(each),
      }));
  });
}

/** As WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
