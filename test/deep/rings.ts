import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { newPushKeys } from '../../src/operators/adapters/outbound/webhooks/push-keys.ts';
import { validLead } from '../support/http-target.ts';
import { jsonHere, serverHere } from '../support/in-process.ts';

/**
 * `node test/deep/rings.ts`: a lead rings in a real Firefox, which subscribes, decrypts and shows by itself; a tap opens
 * the lead, and an answer takes the notice back. Needs firefox-esr, dbus, libnotify4, python3-dbus and python3-gi
 * (Debian). Prints the milliseconds from each lead to its notice.
 */

await using folder = await mkdtempDisposable(`${tmpdir()}/rings-`);
execFileSync('npm', ['install', '--silent', '--prefix', folder.path, 'ws@8.23.0'], { stdio: 'inherit' });
const { WebSocketServer } = createRequire(`${folder.path}/`)('ws');

// A push service that speaks the protocol of Mozilla's: https://mozilla-push-service.readthedocs.io.
let tellFirefox: (message: object) => void = () => {};
const service = createServer(async (request, response) => {
  const channelID = request.url?.slice(1);
  const [data, headers] = [await buffer(request), { encoding: request.headers['content-encoding'] }];
  const encoded = { data: data.toString('base64url'), headers };
  tellFirefox({ messageType: 'notification', channelID, version: randomUUID(), ...encoded });
  response.writeHead(201).end();
});
await once(service.listen(0, '127.0.0.1'), 'listening');
const at = `127.0.0.1:${(service.address() as AddressInfo).port}`;
new WebSocketServer({ server: service }).on('connection', (client: WebSocket) => {
  tellFirefox = (message) => client.send(JSON.stringify(message));
  client.onmessage = ({ data }) => {
    const { messageType, channelID } = JSON.parse(data);
    const answer = { messageType, channelID, status: 200, pushEndpoint: `http://${at}/${channelID}` };
    if (messageType !== 'ack') tellFirefox({ ...answer, uaid: 'a'.repeat(32), use_webpush: true });
  };
});

const { publicKey: PUSH_PUBLIC_KEY, privateKey: PUSH_PRIVATE_KEY } = newPushKeys();
const env = {
  ...{ API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent', DESK_PORT: '0', DATA_FILE: `${folder.path}/leads.db` },
  ...{ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY, PUSH_SUBJECT: 'mailto:it@example.com', PUSH_SHOWS: 'summary' },
};
await using server = await serverHere(env);
const desk = server.parts.desk?.url ?? '';

const preferences = {
  'dom.push.connection.enabled': true,
  'alerts.useSystemBackend': true,
  'dom.push.serverURL': `ws://${at}/`,
  'dom.push.testing.allowInsecureServerURL': true,
  'permissions.default.desktop-notification': 1,
};
const lines = Object.entries(preferences).map((each) => `user_pref(${JSON.stringify(each).slice(1, -1)});\n`);
writeFileSync(`${folder.path}/user.js`, lines.join(''));
const firefox = ['firefox-esr', '--headless', '--profile', folder.path, '--remote-debugging-port', '0'];
const desktop = spawn('dbus-run-session', ['--', '/usr/bin/python3', 'test/deep/notices.py', ...firefox]);
const notices: { at: number; shown?: number; closed?: number; title?: string; body?: string }[] = [];
createInterface(desktop.stdout).on('line', (line) => notices.push({ at: Date.now(), ...JSON.parse(line) }));
const { promise: address, resolve: listens } = Promise.withResolvers<string>();
createInterface(desktop.stderr).on('line', (line) => {
  const [found] = /ws:\S+/.exec(line) ?? [];
  if (found) listens(found);
});

// Firefox is driven by WebDriver BiDi.
const socket = new WebSocket(`${await address}/session`);
await once(socket, 'open');
const answers = new Map<number, (answer: never) => void>();
socket.onmessage = ({ data }) => answers.get(JSON.parse(data).id)?.(JSON.parse(data) as never);
async function ask<T>(method: string, params: object = {}): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<{ result: T; message?: string }>();
  const id = answers.set(answers.size + 1, resolve).size;
  socket.send(JSON.stringify({ id, method, params }));
  const { result, message } = await promise;
  assert.ok(result, `${method}: ${message}`);
  return result;
}
async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 20_000; Date.now() < end; await delay(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`never: ${what}; ${JSON.stringify(notices)}`);
}
await ask('session.new', { capabilities: {} });
const pages = async () =>
  (await ask<{ contexts: { context: string; url: string }[] }>('browsingContext.getTree')).contexts;
const [{ context } = { context: '' }] = await pages();
const goTo = (url: string) => ask('browsingContext.navigate', { context, url, wait: 'complete' });
async function run(expression: string): Promise<unknown> {
  const how = { target: { context }, awaitPromise: true, userActivation: true };
  return (await ask<{ result: { value?: unknown } }>('script.evaluate', { expression, ...how })).result.value;
}

async function rings(vehicle_model: string) {
  const began = Date.now();
  const headers = { 'x-api-key': 'sesame', 'content-type': 'application/json' };
  const body = JSON.stringify({ ...validLead, vehicle_model });
  const answer = await fetch(`${server.url}/v1/lead`, { method: 'POST', headers, body });
  const { leadId } = ((await answer.json()) as { body: { leadId: string } }).body;
  const notice = await until('rings', () => notices.find((each) => each.body?.includes(vehicle_model)));
  assert.equal(notice.title, 'A new lead');
  assert.doesNotMatch(JSON.stringify(notice), /Ada|Byron|@|555/, 'nothing of the customer');
  console.log(`A lead rang after ${notice.at - began} ms: ${notice.body}`);
  assert.ok(notice.at - began < 10_000);
  return { leadId, shown: notice.shown };
}

try {
  const order = { name: 'Grace', role: 'sales', by: 'test' } as const;
  const { link } = await server.container.get(tokens.deskAccess).makeLink(order);
  await goTo(`${desk}link/${link}`);
  await run(`document.querySelector('form button').click()`);
  await until('signed in', () => run(`document.querySelector('[data-push]')?.hidden === false`));
  await run(`document.querySelector('[data-push] button').click()`);
  await until('told', () => run(`document.body.innerText.includes('This device tells you.')`));
  await goTo('about:blank'); // the desk is open nowhere

  await rings('EV3');
  const { leadId, shown } = await rings('EV6');
  desktop.stdin.write(`${shown}\n`);
  await until('opened', async () => (await pages()).find(({ url }) => url === `${desk}leads/${leadId}`));
  console.log('A tap opened the lead.');
  const answered = await rings('EV9');
  const began = Date.now();
  await jsonHere(['lead', 'move', answered.leadId, 'quoted'], env);
  const over = await until('taken back', () => notices.find(({ closed }) => closed === answered.shown));
  console.log(`An answer took the notice back after ${over.at - began} ms.`);
} finally {
  desktop.stdin.end();
  socket.close();
  service.closeAllConnections();
  service.close();
}
