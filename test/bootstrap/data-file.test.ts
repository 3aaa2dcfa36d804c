import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jsonHere, leadsHere } from '../support/in-process.ts';
import { startProgram, startServer } from '../support/processes.ts';
import { sendLead } from '../support/receiver.ts';
import { openLink } from '../support/served-desk.ts';

let folder: string;
let DATA_FILE: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leads-'));
  DATA_FILE = join(folder, 'kept.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const keyIn = (out: string) => /^ {2}API key {3}(lead_test_\w+) \(shown this once\)$/m.exec(out)?.[1];
const linkIn = (out: string) => /http:\S+\/link\/\w+/.exec(out)?.[0] ?? '';

async function statusOf(url: string, key: string, leadId: string): Promise<unknown> {
  const answer = await fetch(`${url}/v1/lead/${leadId}`, { headers: { 'x-api-key': key } });
  return JSON.parse(await answer.text()).body.status;
}

it('leads, keys and history are there after a restart, also after a kill; the key is shown once, the link each time', async () => {
  const env = { DATA_FILE, DESK_PORT: '0' };
  await using first = await startServer(env);
  const key = keyIn(first.written().out) ?? '';
  const leadId = await sendLead(first.url, { email: 'ada@example.com' }, key);
  for (const file of [DATA_FILE, `${DATA_FILE}-wal`, `${DATA_FILE}-shm`])
    expect(statSync(file).mode & 0o777).toBe(0o600);
  first.process.kill('SIGKILL');
  await first.finished;

  await using second = await startServer(env);
  const { out } = second.written();
  expect(keyIn(out)).toBeUndefined();
  expect(out).toMatch(/^ {2}API key {3}that of demo; issue another: node leads.mjs key issue 'demo'$/m);
  expect(out).toContain(`Leads     the file ${DATA_FILE}\n`);
  expect((await openLink(linkIn(out))).status).toBe(303);
  expect(await statusOf(second.url, key, leadId)).toBe('In Progress');

  // Beside the server, on the same file.
  await jsonHere(['lead', 'move', leadId, 'Won', '--by', 'grace'], { DATA_FILE });
  expect(await statusOf(second.url, key, leadId)).toBe('Won');
  const { history } = await jsonHere(['lead', 'show', leadId], { DATA_FILE });
  expect(history.map(({ status, by }: { status: string; by: string }) => [status, by])).toEqual([
    ['In Progress', expect.stringMatching(/^key_/)],
    ['Won', 'grace'],
  ]);
});

it('somebody who sets nothing has leads.db in the working folder', async () => {
  const server = await startProgram('server', { PORT: '0', DESK_PORT: '0', DATA_FILE: ' ' }, folder);
  await server.said('/v1/lead/');
  server.process.kill('SIGTERM');
  expect((await server.finished).code).toBe(0);
  expect(existsSync(join(folder, 'leads.db'))).toBe(true);
});

it('starts while another program keeps it from writing, says so, and takes leads once that lets go', async () => {
  await jsonHere(['vendor', 'add', 'Acme'], { DATA_FILE });
  const { key } = await jsonHere(['key', 'issue', 'Acme'], { DATA_FILE });
  const shell = new DatabaseSync(DATA_FILE);
  shell.exec('BEGIN IMMEDIATE');
  await using server = await startServer({ DATA_FILE, DESK_PORT: '0' });
  expect(server.written().out).toContain('There is no link to the desk');
  shell.exec('COMMIT');
  shell.close();
  expect(await sendLead(server.url, { email: 'ada@example.com' }, key)).toBeTruthy();
});

const other = (sql: string) => () => {
  const database = new DatabaseSync(DATA_FILE);
  database.exec(sql);
  database.close();
};

it.each([
  ['its folder is not there', () => rmSync(folder, { recursive: true }), /there is no folder/],
  [
    'it is no database',
    () => writeFileSync(DATA_FILE, 'leads'.repeat(1_000)),
    /it is spoiled, or no database/,
  ],
  ['it is another program’s', other('CREATE TABLE notes (id)'), /a database of another program/],
])('a start says that a file cannot be used: %s', async (_why, make, reason) => {
  make();
  const { code, err } = await leadsHere(['vendor', 'add', 'Acme'], { DATA_FILE });
  if (!existsSync(folder)) folder = mkdtempSync(join(tmpdir(), 'leads-'));
  expect(code).toBe(1);
  expect(err).toMatch(/^DATA_FILE cannot be used \(\/.*\/kept\.db\): .*\n$/);
  expect(err).toMatch(reason);
});

it.each([
  ['vendor add', ['vendor', 'add', 'Acme']],
  ['person add', ['person', 'add', 'Grace']],
  ['desk link', ['desk', 'link', '--by', 'grace']],
])('a file that %s makes is told of', async (_command, args) => {
  const { code, err } = await leadsHere(args, { DATA_FILE });
  expect([code, err]).toEqual([0, expect.stringContaining(`Made the file ${DATA_FILE}: there was none.\n`)]);
  expect(await leadsHere(['vendor', 'list'], { DATA_FILE })).toMatchObject({ code: 0, err: '' });
});

it.each([
  ...['backup x.db', 'doctor', 'retention --older-than 36mo --yes', 'lead list', 'person list', 'report'],
  ...[
    'contact erase --email a@example.com --yes',
    'upgrade',
    'audit',
    'compact',
    'key list Acme',
    'copy --to x.db',
  ],
])('%s makes no file where there is none, and says so', async (words) => {
  for (const isThere of [false, true]) {
    if (isThere) writeFileSync(DATA_FILE, '');
    const { code, out, err } = await leadsHere(words.split(' '), { DATA_FILE });
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(isThere ? 'an empty file' : 'no file')]);
    expect(readdirSync(folder)).toEqual(isThere ? ['kept.db'] : []);
  }
});

it('in production, the first start warns of the file that it made: later, it is the name that is wrong', async () => {
  const env = { DATA_FILE, APP_ENV: 'production', LOG_LEVEL: 'warn' };
  const warning = `"level":40,"time":"[^"]+","msg":"Made the file ${DATA_FILE}: there was none. If leads were kept before`;
  for (const isThere of [false, true]) {
    await using server = await startServer(env);
    expect(new RegExp(warning).test(server.written().out)).toBe(!isThere);
  }
});

it.each(['there/is/none', 'kept.db'])(
  'a folder that is not there is named, and nothing is made: %s',
  async (path) => {
    writeFileSync(DATA_FILE, '');
    const inNone = { DATA_FILE: join(folder, path, 'leads.db') };
    const err = `DATA_FILE cannot be used (${inNone.DATA_FILE}): there is no folder ${join(folder, path)}.\n`;
    const server = await startProgram('server', { ...inNone, PORT: '0' });
    expect(await server.finished).toMatchObject({ code: 1, err });
    for (const words of ['lead list', 'vendor add Acme', 'doctor'])
      expect(await leadsHere(words.split(' '), inNone)).toMatchObject({ code: 1, err });
    expect(readdirSync(folder)).toEqual(['kept.db']);
  },
);

it('doctor says where the settings are', async () => {
  await leadsHere(['vendor', 'add', 'Acme'], { DATA_FILE });
  const line = async (env: Record<string, string>) =>
    /^settings: .*$/m.exec((await leadsHere(['doctor'], { DATA_FILE, ...env })).out)?.[0];
  expect(await line({})).toBe('settings: from the environment alone');
  expect(await line({ SETTINGS_FROM: '/etc/some.env' })).toBe('settings: from /etc/some.env');
});

it.each(['desk', 'deliver'] as const)('a process beside the server makes no file: %s', async (name) => {
  const { finished } = await startProgram(name, { DATA_FILE, HOOK_KEY: 'k'.repeat(32) });
  const { code, err } = await finished;
  expect([code, err]).toEqual([1, expect.stringContaining('DATA_FILE names no file')]);
  expect(readdirSync(folder)).toEqual([]);
});

it('a file of a later release is left alone', async () => {
  await jsonHere(['vendor', 'add', 'Acme'], { DATA_FILE });
  other('PRAGMA user_version = 99')();
  const { code, err } = await leadsHere(['vendor', 'list'], { DATA_FILE });
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/was written by a later release \(format 99; this one/),
  ]);
});
