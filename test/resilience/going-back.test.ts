import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newPushKeys } from '../../src/operators/adapters/outbound/webhooks/push-keys.ts';
import { freePort } from '../support/free-port.ts';
import { pushService } from '../support/push-service.ts';
import { receiver, sendLead } from '../support/receiver.ts';
import { openLink } from '../support/served-desk.ts';
import { LIMIT } from './parts/form.ts';
import { documentsWith } from './parts/left-over.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { lastRelease, type Release, thisRelease } from './parts/release.ts';
import { ServerProcess } from './parts/server-process.ts';

/** What a store of leads has for the programs, and where it keeps a text. */
interface Store {
  readonly env: Readonly<Record<string, string>>;
  /** Whether the last release lets events wait that it does not know. 0.4.0 sends those of a file without their lead. */
  readonly letsWait: boolean;
  readonly placesOf: (text: RegExp) => Promise<readonly string[]>;
  readonly end: () => Promise<void>;
}

async function onFile(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'going-back-'));
  const path = join(folder, 'leads.db');
  return {
    env: { DATA_FILE: path },
    letsWait: false,
    placesOf: async (text) => readFileSync(path, 'latin1').match(text) ?? [],
    end: async () => rmSync(folder, { recursive: true }),
  };
}

async function onMongodb(): Promise<Store> {
  const set = await startSet([{}]);
  return {
    env: { MONGODB_URI: set.uri },
    letsWait: true,
    placesOf: (text) => documentsWith(set.uri, text),
    end: () => set.stop(),
  };
}

/** A browser of somebody who has signed in at the desk of a release. */
async function browserAt(release: Release, env: Store['env'], name: string) {
  const words = ['desk', 'link', '--by', name, '--role', 'admin', '--json'];
  const { link } = JSON.parse(await release.leads(words, env));
  const { origin } = new URL(link);
  const cookies = (await openLink(link)).headers.getSetCookie();
  const cookie = cookies.map((each) => each.split(';', 1).join()).join('; ');
  const ask = (path: string, form?: Readonly<Record<string, string>>) => {
    const posted = form && { method: 'POST', body: new URLSearchParams(form) };
    return fetch(new URL(path, link), { ...posted, headers: { cookie, origin } });
  };
  /** Follows the links of the desk, those of the nearest pages first. Resolves to the pages that fail. */
  async function walk(): Promise<string[]> {
    const paths = new Set(['/', '/day']);
    const failed: string[] = [];
    for (const path of paths) {
      const answer = await ask(path);
      const html = await answer.text();
      if (!answer.ok) failed.push(`${path}: ${answer.status}`);
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"#]+)/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), new URL(path, link));
        if (url.origin === origin && paths.size < 80) paths.add(url.pathname + url.search);
      }
    }
    expect(paths.size).toBeGreaterThan(30);
    return failed;
  }
  return { ask, walk };
}

/** Longer than an event belongs to a deliverer that has ended. */
const PATIENTLY = { timeout: 60_000 };

it.for([['a file', onFile], ...(noMongod ? [] : ([['MongoDB', onMongodb]] as const))] as const)(
  'what only this release keeps in %s is no obstacle to the last one, which erases it; the rest is there afterwards',
  { timeout: LIMIT },
  async ([, open], { skip }) => {
    const now = await thisRelease();
    await using before = await lastRelease();
    if (!before) return skip('this clone does not have the commit of the last release');
    const [store, hook, pushes] = [await open(), await receiver(), await pushService()];
    const { publicKey: PUSH_PUBLIC_KEY, privateKey: PUSH_PRIVATE_KEY } = newPushKeys();
    const env = {
      ...store.env,
      ...{ DESK_PORT: `${await freePort()}`, HOOK_KEY: 'a key of the webhooks, long enough for it' },
      ...{ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY, PUSH_SUBJECT: 'mailto:it@example.com' },
    };
    const leads = (release: Release, ...words: string[]) => release.leads(words, env);
    const json = async (release: Release, ...words: string[]) =>
      JSON.parse(await leads(release, ...words, '--json'));
    const received = async (release: Release) => (await json(release, 'report')).total.received;
    const got = () => hook.got.map(({ type, data }) => `${type} ${data.leadId}`);
    const server = await ServerProcess.startProgram(env, now.program('server'));
    try {
      await leads(now, 'vendor', 'add', 'Acme');
      const key = (await leads(now, 'key', 'issue', 'Acme')).trim();
      await leads(now, 'hook', 'add', hook.url, '--operator', '--events', 'lead.received,lead.answered');
      const { source, secret } = await json(now, 'source', 'add', 'json', '--vendor', 'Acme');
      const send = async (form: object) => {
        const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
        const posted = { method: 'POST', headers, body: JSON.stringify(form) };
        const answer = await fetch(`${server.url}/in/${source}`, posted);
        const { body } = (await answer.json()) as { body: { leadId?: string; held?: string } };
        return { status: answer.status, leadId: `${body.leadId}`, held: body.held };
      };

      const ada = await send({ name: 'Canary Ada', email: 'canary@example.com', question: 'A canary?' });
      const bob = await send({ name: 'Bob', email: 'bob@example.com' });
      expect([ada.status, bob.status]).toEqual([200, 200]);
      const broken = { name: 'Canary\u0000', email: 'canary@example.com' };
      expect((await send(broken)).held).toMatch(/^held_/);
      const device = pushes.subscribe('grace');
      const grace = await browserAt(now, env, 'Grace');
      await grace.ask('/day/tell', { ...device.form, leads: 'all' });
      for (const { leadId } of [ada, bob]) await leads(now, 'lead', 'assign', leadId, '--to', 'Grace');
      expect(await grace.walk()).toEqual([]);
      await server.end('SIGTERM');
      if (store.letsWait) await leads(now, 'lead', 'move', bob.leadId, 'quoted'); // answered, and not told yet

      await server.becomes(before.program('server'));
      const gone = await browserAt(before, env, 'Grace');
      expect(await gone.walk()).toEqual([]);
      const carol = await sendLead(server.url, { email: 'carol@example.com' }, key);
      await expect.poll(got, PATIENTLY).toContain(`lead.received ${carol}`);
      expect((await send({ name: 'Dan', email: 'dan@example.com' })).status, 'a kind it lacks').toBe(500);
      await leads(before, 'lead', 'assign', bob.leadId, '--nobody');
      await leads(before, 'contact', 'erase', '--email', 'canary@example.com', '--yes');
      await leads(before, 'upgrade');
      expect(await received(before)).toBe(3);

      await server.becomes(now.program('server'));
      await leads(now, 'upgrade');
      await leads(now, 'upgrade');
      const settled: { changed: number }[] = Object.values(await json(now, 'upgrade'));
      expect(settled.filter(({ changed }) => changed > 0)).toEqual([]);
      await leads(now, 'doctor'); // which finds nothing wrong
      expect(await received(now)).toBe(3);
      expect(await leads(now, 'lead', 'show', bob.leadId, '--as-it-came')).toContain('bob@example.com');
      await expect(leads(now, 'lead', 'show', ada.leadId, '--as-it-came')).rejects.toThrow('is not kept');
      expect((await send({ name: 'Dan', email: 'dan@example.com' })).status).toBe(200);
      await expect
        .poll(() => device.shown, PATIENTLY)
        .toContainEqual(expect.objectContaining({ isNews: true }));
      if (!store.letsWait) await leads(now, 'lead', 'move', bob.leadId, 'quoted');
      await expect.poll(got, PATIENTLY).toContain(`lead.answered ${bob.leadId}`);
      expect(await (await browserAt(now, env, 'Grace')).walk()).toEqual([]);
      await server.end('SIGTERM');
      expect(await store.placesOf(/canary/i)).toEqual([]);
    } finally {
      await server.end('SIGKILL');
      await store.end();
    }
  },
);
