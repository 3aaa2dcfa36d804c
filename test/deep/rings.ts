import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { newPushKeys } from '../../src/operators/adapters/outbound/push/push-keys.ts';
import { validLead } from '../support/http-target.ts';
import { jsonHere, serverHere } from '../support/in-process.ts';
import { autopush } from './autopush.ts';

/**
 * `node test/deep/rings.ts`: a lead rings in a real Firefox, which subscribes, decrypts and shows by itself; a tap opens
 * the lead, and a colleague's answer takes the notice back. Needs firefox-esr, dbus, libnotify4, python3-dbus and
 * python3-gi (Debian). Prints the milliseconds from each lead to its notice.
 */

const MOST_MS = 10_000;
await using folder = await mkdtempDisposable(`${tmpdir()}/rings-`);
execFileSync('npm', ['install', '--silent', '--prefix', folder.path, 'ws@8.23.0'], { stdio: 'inherit' });
const service = await autopush(folder.path);
const { publicKey: PUSH_PUBLIC_KEY, privateKey: PUSH_PRIVATE_KEY } = newPushKeys();
const env = {
  ...{ API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent', DESK_PORT: '0', DATA_FILE: `${folder.path}/leads.db` },
  ...{ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY, PUSH_SUBJECT: 'mailto:it@example.com', PUSH_SHOWS: 'summary' },
};
await using server = await serverHere(env);
const desk = server.parts.desk?.url ?? '';

const prefs = {
  'dom.push.serverURL': service.url,
  'dom.push.testing.allowInsecureServerURL': true,
  'dom.push.connection.enabled': true,
  'permissions.default.desktop-notification': 1,
  'alerts.useSystemBackend': true,
};
writeFileSync(
  `${folder.path}/user.js`,
  Object.entries(prefs)
    .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
    .join(''),
);
const firefox = [
  'firefox-esr',
  '--headless',
  '--no-remote',
  '--profile',
  folder.path,
  '--remote-debugging-port',
  '0',
];
const desktop = spawn('dbus-run-session', ['--', '/usr/bin/python3', 'test/deep/notices.py', ...firefox]);
const notices: { at: number; shown?: number; closed?: number; title?: string; body?: string }[] = [];
createInterface(desktop.stdout).on('line', (line) => notices.push({ at: Date.now(), ...JSON.parse(line) }));
const address = await new Promise<string>((resolve) => {
  createInterface(desktop.stderr).on('line', (line) => {
    const [found] = /ws:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (found) resolve(found);
    if (process.env.VERBOSE) console.error(line);
  });
});

const socket = new WebSocket(`${address}/session`);
await new Promise((resolve) => socket.addEventListener('open', resolve));
const answers = new Map<number, (answer: { result?: never; error?: string; message?: string }) => void>();
socket.addEventListener('message', ({ data }) => {
  const answer = JSON.parse(data);
  answers.get(answer.id)?.(answer);
});
/** Asks the browser by WebDriver BiDi. */
async function ask<T>(method: string, params: object = {}): Promise<T> {
  const id = answers.size + 1;
  const { promise, resolve } = Promise.withResolvers<{ result?: never; error?: string; message?: string }>();
  answers.set(id, resolve);
  socket.send(JSON.stringify({ id, method, params }));
  const { result, error, message } = await promise;
  if (error) throw new Error(`${method}: ${message}`);
  return result as T;
}
type Page = { context: string; url: string };
const pages = async () => (await ask<{ contexts: Page[] }>('browsingContext.getTree')).contexts;
async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (const end = Date.now() + 20_000; Date.now() < end; await delay(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`never: ${what}; ${JSON.stringify([notices, service.posted])}`);
}

await ask('session.new', { capabilities: {} });
const [{ context } = { context: '' }] = await pages();
const goTo = (url: string) => ask('browsingContext.navigate', { context, url, wait: 'complete' });
const run = (expression: string) =>
  ask<{ result: { value: string } }>('script.evaluate', {
    ...{ expression, target: { context }, awaitPromise: true, userActivation: true },
  });
const { link } = await server.container
  .get(tokens.deskAccess)
  .makeLink({ name: 'Ada', role: 'sales', by: 'test' });
await goTo(`${desk}link/${link}`);
await run(`document.querySelector('form button').click()`);
await until('signed in', async () => (await pages())[0]?.url.endsWith('/day'));
await until(
  'the part',
  async () => (await run(`String(document.querySelector('[data-push]')?.hidden)`)).result.value === 'false',
);
await run(`document.querySelector('[data-push] button').click()`);
await until('told', async () =>
  (await run('document.body.innerText')).result.value.includes('This device tells you.'),
);
await goTo('about:blank'); // the desk is open nowhere

async function rings(vehicle_model: string) {
  const began = Date.now();
  const answer = await fetch(`${server.url}/v1/lead`, {
    method: 'POST',
    headers: { 'x-api-key': 'sesame', 'content-type': 'application/json' },
    body: JSON.stringify({ ...validLead, vehicle_model }),
  });
  const { leadId } = ((await answer.json()) as { body: { leadId: string } }).body;
  const notice = await until('rings', () => notices.find((each) => each.body?.includes(vehicle_model)));
  assert.equal(notice.title, 'A new lead');
  assert.ok(!/Ada|Byron|555|@/.test(JSON.stringify(notice)), 'nothing of the customer');
  const took = notice.at - began;
  assert.ok(took < MOST_MS);
  console.log(`A lead rang after ${took} ms: ${notice.title}, ${notice.body}`);
  return { leadId, shown: notice.shown };
}

try {
  await rings('EV3'); // the first also starts the service worker
  const tapped = await rings('EV6');
  desktop.stdin.write(`${tapped.shown}\n`);
  const page = await until('a tap opens the lead', async () =>
    (await pages()).find(({ url }) => url.endsWith(`/leads/${tapped.leadId}`)),
  );
  console.log(`A tap opened ${new URL(page.url).pathname}`);
  const answered = await rings('EV9');
  const began = Date.now();
  await jsonHere(['lead', 'move', answered.leadId, 'quoted'], env);
  const { at } = await until('taken back', () => notices.find(({ closed }) => closed === answered.shown));
  console.log(`A colleague’s answer took the notice back after ${at - began} ms`);
  console.log(
    'Posted:',
    service.posted.map(({ encoding, ttl, topic, urgency }) => ({ encoding, ttl, topic, urgency })).at(-1),
  );
} finally {
  desktop.stdin.end();
  socket.close();
  service.close();
}
