import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCheckHookUrl } from '../../../../../src/operators/adapters/outbound/webhooks/hook-address.ts';
import { makeSecretOf } from '../../../../../src/operators/adapters/outbound/webhooks/hook-secrets.ts';
import { parseNetwork } from '../../../../../src/operators/adapters/outbound/webhooks/network.ts';
import { makePostEvent } from '../../../../../src/operators/adapters/outbound/webhooks/post-event.ts';
import { EventDelivery } from '../../../../../src/operators/application/events/deliver-events.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { openDesk } from '../../../../support/desk.ts';
import { hostileNames, timed, visitDesk } from '../../../../support/desk-visit.ts';
import { days, minutes } from '../../../../support/in-memory-operator.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const by = 'Grace';

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on this machine that answers as it is told. */
async function receiver() {
  const got: Got[] = [];
  const answer = { status: 204, text: '' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status).end(answer.text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return { got, answer, url, [Symbol.asyncDispose]: async () => void server.close() };
}

const policy = { httpsOnly: false, allow: [parseNetwork('127.0.0.0/8')], vendorsHere: true };
const checkUrl = makeCheckHookUrl(policy, async () => [{ address: '93.184.215.14', family: 4 }]);

/** A desk whose webhooks are delivered to real receivers, whenever the test asks for it. */
async function deskWithDelivery() {
  const secretOf = makeSecretOf('x'.repeat(43));
  const desk = await openDesk(({ webhooks }) => ({
    webhooks: webhooks && { ...webhooks, checkUrl, secretOf },
  }));
  const { hooks, deliveries } = desk.ports.webhooks;
  let leases = 0;
  const delivery = new EventDelivery({
    hooks,
    deliveries,
    secretOf,
    knownHooks: () => hooks.hooks(),
    clock: desk.clock,
    random: () => 0,
    newLease: () => {
      leases += 1;
      return `${leases}`;
    },
    warn: () => {},
    post: makePostEvent({ policy, version: '0' }),
  });
  async function deliver(): Promise<void> {
    desk.time.now += 1; // a move of this millisecond is later than the one before
    await delivery.round(new AbortController().signal);
    await delivery.settled();
  }
  return Object.assign(desk, { deliver });
}

const outcomes = async (page: Page): Promise<string[]> =>
  (await page.locator('tbody tr').allInnerTexts()).map((row) =>
    row.includes('delivered') ? 'delivered' : row.includes('failed') ? 'failed' : row,
  );

describe('the webhook of a vendor', () => {
  it('is added, fails, and gets again what it missed', async () => {
    await using desk = await deskWithDelivery();
    await using receiving = await receiver();
    const { operator, time, deliver } = desk;
    const vendor = await operator.addVendor({ name: 'Blue Motors', by });
    for (const id of ['lead-1', 'lead-2']) await desk.submit(id, { vendorId: vendor.id });
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;

    let secret = '';
    await timed('a webhook is added for a vendor', async () => {
      await visit.go(`/vendors/${vendor.id}`);
      await page.getByRole('link', { name: 'Add a webhook…' }).click();
      await page.getByLabel('Address').fill(receiving.url);
      await page.getByRole('button', { name: 'Add' }).click();
      secret = await page.getByLabel('Secret for').inputValue();
      await page.getByRole('link', { name: 'I have copied it' }).click();
    });
    expect(await operator.listHooks()).toMatchObject([{ url: receiving.url, vendorId: vendor.id }]);

    receiving.answer.status = 500;
    receiving.answer.text = '<b class="planted">down</b>';
    for (const id of ['lead-1', 'lead-2']) await operator.moveLead({ leadId: id, to: 'Quoted', by });
    await deliver();
    await page.reload();
    expect(await outcomes(page)).toEqual(['failed', 'failed']);
    expect(await page.textContent('main')).toContain('failing');
    expect(await page.textContent('q')).toBe('<b class="planted">down</b>');
    expect(await page.locator('.planted').count()).toBe(0);
    expect(await page.locator('tbody a').first().getAttribute('href')).toMatch(/^\/leads\/lead-[12]$/);
    expect(await page.locator('tbody').innerText()).toMatch(/new status\s+Ada/);
    expect(await page.locator('tbody').textContent(), 'names, no ids').not.toMatch(/lead-\d|evt_/);

    receiving.answer.status = 204;
    await timed('what a receiver missed is delivered again', async () => {
      expect(await page.getByLabel('Deliver again').inputValue()).toBe('undelivered');
      await page.getByRole('button', { name: 'Replay', exact: true }).click();
      await page.getByText('2 events are delivered again.').waitFor();
      await deliver();
      await page.reload();
      expect(await page.textContent('.facts')).toContain('working');
    });
    time.now += minutes(1);
    const got = receiving.got.length;
    await page.getByRole('row').nth(1).getByRole('button', { name: 'Replay' }).click();
    await page.getByText('1 event is delivered again.').waitFor();
    await deliver();
    expect(receiving.got).toHaveLength(got + 1);
    for (const { headers, body } of receiving.got)
      new Webhook(secret).verify(body, headers as Record<string, string>);

    await page.reload();
    expect((await outcomes(page)).sort()).toEqual([
      ...['delivered', 'delivered', 'delivered', 'failed', 'failed'],
    ]);
    await page.getByRole('link', { name: 'Only failed' }).click();
    expect(await outcomes(page)).toEqual(['failed', 'failed']);
    expect(visit.amiss).toEqual([]);
    expect(desk.faults).toEqual([]);
  });

  it('is told on the lead’s page, from where an admin replays an event', async () => {
    await using desk = await deskWithDelivery();
    await using receiving = await receiver();
    const { operator, deliver, time } = desk;
    const { hook } = await operator.addHook({ url: `${receiving.url}?token=private`, by });
    await desk.submit('lead-1');
    await using seller = await visitDesk(browser, desk, { role: 'sales' });
    await seller.go('/leads/lead-1');
    expect(await seller.page.getByText('Told by webhooks').count()).toBe(0);

    await operator.moveLead({ leadId: 'lead-1', to: 'Quoted', by });
    const told = seller.page.locator('section[aria-labelledby=deliveries]');
    const items = async () => {
      await seller.page.reload();
      await seller.page.getByText('Details').click();
      return told.getByRole('listitem').allInnerTexts();
    };
    const { host } = new URL(receiving.url);
    expect(await items()).toEqual([
      expect.stringMatching(`waiting[\\s\\S]* new status Quoted, to ${host}\\s+0 tries`),
    ]);
    receiving.answer.status = 500;
    await deliver();
    expect(await items()).toEqual([
      expect.stringMatching(/failed, tried again[\s\S]*1 try: it answered 500, the next at /),
    ]);
    expect(await told.getByRole('link').count()).toBe(0);
    expect(await seller.page.content()).not.toContain('private');

    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/leads/lead-1');
    receiving.answer.status = 204;
    time.now += minutes(60);
    await page.getByText('Details').click();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The event is delivered again.').waitFor();
    await deliver();
    expect(await items()).toEqual([expect.stringMatching(/delivered[\s\S]*2 tries/)]);
    await operator.pauseHook({ hookId: hook.id, by });
    await operator.moveLead({ leadId: 'lead-1', to: 'Won', by });
    expect(await items()).toEqual([
      expect.stringMatching(/kept: the webhook is paused[\s\S]*new status Won/),
      expect.stringMatching(/delivered[\s\S]*new status Quoted/),
    ]);
    await page.reload();
    await page.getByRole('link', { name: host }).first().click();
    expect(await page.textContent('h1')).toBe('Webhook');
    expect([...visit.amiss, ...seller.amiss]).toEqual([]);
  });

  it.each([true, false])(
    'is tested, paused, resumed, rotated and removed (script: %s)',
    async (javaScriptEnabled) => {
      await using desk = await deskWithDelivery();
      await using receiving = await receiver();
      const { operator, deliver, time, audit } = desk;
      const { hook, secret } = await operator.addHook({ url: receiving.url, by });
      await desk.submit('lead-1');
      await using visit = await visitDesk(browser, desk, { javaScriptEnabled });
      const { page } = visit;
      await visit.go('/hooks');
      await page.getByRole('link', { name: receiving.url }).click();

      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('A test is on its way: look at the log again in a few seconds').waitFor();
      await deliver();
      expect(JSON.parse(receiving.got[0]?.body ?? '')).toMatchObject({ type: 'hook.test' });

      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('is paused. Its events are kept').waitFor();
      await operator.moveLead({ leadId: 'lead-1', to: 'Won', by });
      await deliver();
      expect(receiving.got).toHaveLength(1);
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByText('is resumed.').waitFor();
      await deliver();
      expect(receiving.got).toHaveLength(2);

      await page.getByLabel('The old secret signs for').fill('48');
      await page.getByRole('button', { name: 'Rotate' }).click();
      const rotated = await page.getByLabel('Secret for').inputValue();
      expect(rotated).not.toBe(secret);
      const [changed] = await operator.listHooks();
      expect(changed?.secrets[0]?.expires).toEqual(new Date(time.now + minutes(48 * 60)));
      await page.getByRole('link', { name: 'I have copied it' }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await deliver();
      const { headers = {}, body = '' } = receiving.got[2] ?? {};
      for (const either of [secret, rotated])
        new Webhook(either).verify(body, headers as Record<string, string>);

      await page.getByRole('link', { name: 'Remove…' }).click();
      expect(await page.textContent('main')).toContain(receiving.url);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Removed the webhook.').waitFor();
      expect(await operator.listHooks()).toEqual([]);
      const actions = audit.kept.filter(({ on, by: who }) => on === hook.id && who === 'Grace');
      expect(actions.map(({ action }) => action.slice(5))).toEqual([
        ...['add', 'test', 'pause', 'resume', 'rotate', 'test', 'remove'],
      ]);
      expect(visit.amiss).toEqual([]);
    },
  );

  it('is refused next to the form, which keeps what was typed', async () => {
    await using desk = await deskWithDelivery();
    const { id } = await desk.operator.addVendor({ name: 'Blue Motors', by });
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go(`/hooks?vendor=${id}`);
    await page.getByLabel('Address').fill('http://10.0.0.1/"><b class="planted">x</b>');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('not a public one');
    expect(await page.getByLabel('Address').inputValue()).toBe('http://10.0.0.1/"><b class="planted">x</b>');
    expect(await page.getByLabel('For').inputValue()).toBe(id);

    await page.getByLabel('Address').fill('https://example.com/x');
    await page.getByLabel('lead.received').check();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('gets lead.status_changed alone').waitFor();
    expect(await desk.operator.listHooks()).toEqual([]);
    expect(await page.locator('.planted').count()).toBe(0);
  });
});

describe('webhooks', () => {
  it('may have any address that the rules let through: none is acted on', async () => {
    await using desk = await openDesk();
    const urls = hostileNames.map((name) => `https://example.com/${name}`);
    const hooks = await Promise.all(
      urls.map((url) => desk.operator.addHook({ url, vendor: 'static:<b>', by })),
    );
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    await visit.go('/hooks');
    expect(await page.locator('tbody th').allTextContents()).toEqual(urls);
    for (const { hook } of hooks)
      for (const path of ['', '/remove']) {
        await visit.go(`/hooks/${hook.id}${path}`);
        expect(await page.textContent('main')).toContain(hook.url);
      }
    expect(await page.locator('.planted').count()).toBe(0);
    expect(visit.amiss).toEqual([]);
  });

  it('may be missing in a store: the pages say so', async () => {
    await using desk = await openDesk(() => ({ webhooks: undefined }));
    const { id } = await desk.operator.addVendor({ name: 'Blue Motors', by });
    await using visit = await visitDesk(browser, desk);
    for (const path of ['/hooks', `/vendors/${id}`]) {
      expect((await visit.go(path))?.status()).toBe(200);
      expect(await visit.page.textContent('main')).toContain('This store keeps no webhooks.');
    }
    expect(await visit.page.getByRole('link', { name: 'Add a webhook…' }).count()).toBe(0);
  });

  it('are for admins alone', async () => {
    await using desk = await openDesk();
    const { hook } = await desk.operator.addHook({ url: 'https://example.com/x', by });
    for (const role of ['viewer', 'sales'] as const) {
      await using visit = await visitDesk(browser, desk, { role });
      const { request } = visit.page;
      const own = `${desk.origin}/hooks/${hook.id}`;
      for (const url of [`${desk.origin}/hooks`, own, `${own}/remove`])
        expect([url, (await request.get(url)).status()]).toEqual([url, 403]);
      const changes = ['test', 'replay', 'rotate', 'pause', 'resume', 'remove'].map(
        (name) => `${own}/${name}`,
      );
      for (const url of [`${desk.origin}/hooks`, ...changes]) {
        const form = { url: 'https://example.com/y', since: '1', hours: '1' };
        const answer = await request.post(url, { headers: { origin: desk.origin }, form });
        expect([url, answer.status()]).toEqual([url, 403]);
      }
    }
    expect(await desk.operator.listHooks()).toEqual([hook]);
  });

  it('in trouble are told of on every page, to those who can see to it and until they have', async () => {
    await using desk = await deskWithDelivery();
    await using receiving = await receiver();
    const { operator, deliver, time } = desk;
    const add = async () => (await operator.addHook({ url: receiving.url, by })).hook.id;
    const [id, otherId] = [await add(), await add()];
    await using visit = await visitDesk(browser, desk);
    const { page } = visit;
    const warnings = (of = page) => of.locator('.warning').allInnerTexts();
    const tried = async (status: number, hookId = id) => {
      receiving.answer.status = status;
      await operator.testHook({ hookId, by });
      await deliver();
      time.now += 5_000; // for so long a page may not know
      await visit.go('/');
      return warnings();
    };
    const failedForDays = () => {
      const failingSince = new Date(time.now - days(3));
      return desk.ports.webhooks.hooks.change(id, (known) => ({ ...known, failingSince }));
    };
    const { host } = new URL(receiving.url);
    const [failing, paused] = ['has failed for days', 'is paused, because its receiver failed'].map(
      (what) => `The webhook to ${host} ${what}: see to it.`,
    );
    expect(await tried(500)).toEqual([]);
    await failedForDays();
    expect(await tried(500)).toEqual([failing]);
    for (const role of ['viewer', 'sales'] as const) {
      await using other = await visitDesk(browser, desk, { role });
      expect([role, await warnings(other.page)]).toEqual([role, []]);
    }
    expect(await tried(204)).toEqual([]);

    await failedForDays();
    await tried(500);
    await page.getByRole('link', { name: 'see to it' }).click();
    expect(page.url()).toBe(`${desk.origin}/hooks/${id}`);
    for (const [name, said] of [
      ['Pause', 'is paused. Its events'],
      ['Resume', 'is resumed. What was kept'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await page.getByText(said).waitFor();
      expect([name, await warnings()]).toEqual([name, []]);
    }
    expect(await tried(410)).toEqual([paused]);
    expect(await tried(410, otherId)).toEqual(['2 webhooks fail or are paused: see to them.']);
    await page.getByRole('link', { name: 'see to them' }).click();
    expect(page.url()).toBe(`${desk.origin}/hooks`);
    for (const hookId of [id, otherId]) await operator.resumeHook({ hookId, by });
    await page.reload();
    expect(await warnings()).toEqual([]);
    expect(visit.amiss).toEqual([]);
  });
});
