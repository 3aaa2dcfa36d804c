import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFor } from '../support/ask-for.ts';
import { openBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { type Running, run } from '../support/processes.ts';

/** A folder with nothing but the file, as somebody has it who does not clone. */
let folder: string;
let server: Running;
let env: Record<string, string>;

const start = (...args: string[]) => run(process.execPath, ['leads.mjs', ...args], env, folder);
const done = (...args: string[]) => start(...args).finished;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'one-file-'));
  await cp(join((await askFor('built')) ?? '', 'dist/leads.mjs'), join(folder, 'leads.mjs'));
  env = { PORT: `${await freePort()}`, DESK_PORT: `${await freePort()}`, DATA_FILE: 'leads.db' };
  server = start();
  await server.said('/v1/lead/');
}, 240_000); // of which the build may take most
afterAll(async () => {
  server.process.kill('SIGTERM');
  expect(await server.finished).toMatchObject({ code: 0, err: '' });
  await rm(folder, { recursive: true });
});

describe('leads.mjs, alone in an empty folder', () => {
  it('is the server, which takes a lead and serves its pages', async () => {
    const { out } = server.written();
    const [, url, key = ''] = /curl -s (\S+)\/lead -H "x-api-key: (\S+)"/.exec(out) ?? [];
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = await fetch(`${url}/lead`, { method: 'POST', headers, body: JSON.stringify(validLead) });
    expect(sent.status).toBe(200);
    for (const file of ['docs', 'docs/page.js', 'docs/swagger-ui-bundle.js', 'v1/openapi.json']) {
      const answer = await fetch(new URL(`/${file}`, url));
      expect([file, answer.status, (await answer.text()).length > 200]).toEqual([file, 200, true]);
    }
  });

  it('has the desk, whose styles, scripts and lists work in a browser', async () => {
    const [link = ''] = /http\S+\/link\/\S+/.exec(server.written().out) ?? [];
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const amiss: string[] = [];
      page.on('pageerror', ({ message }) => amiss.push(message));
      page.on('response', (response) => {
        if (response.status() >= 400) amiss.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.goto(new URL('/', link).href);
      await page.getByRole('link', { name: validLead.first_name }).first().waitFor();
      await page.keyboard.press('?'); // what the scripts answer
      await page.getByRole('dialog').waitFor();
      expect(amiss).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('has every command: a list, read in its thread, doctor and a backup beside the server', async () => {
    const listed = await done('lead', 'list', '--json');
    expect(JSON.parse(listed.out).leads).toHaveLength(1);
    expect(await done('doctor')).toMatchObject({ code: 0, err: '' });
    expect(await done('backup', 'backup.db')).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toContain('backup.db');
    expect((await done('lead', 'list', '--nonsense')).code).toBe(2);
  });

  it('is the desk and the deliverer by themselves, and says so', async () => {
    const { out } = await done('--help');
    expect(out).toMatch(/^node leads\.mjs desk .*\nnode leads\.mjs deliver .*\nnode leads\.mjs COMMAND /m);
    env = { ...env, DESK_PORT: `${await freePort()}` };
    for (const program of ['desk', 'deliver']) {
      const running = start(program);
      await running.said(program === 'desk' ? 'Serving the desk' : 'Delivering');
      running.process.kill('SIGTERM');
      expect(await running.finished).toMatchObject({ code: 0, err: '' });
    }
    expect((await done('desk', 'link', '--by', 'grace')).out).toMatch(/^http\S+\/link\/\S+$/m);
  });

  it('tells how its commands are called', () => {
    expect(server.written().out).not.toContain('npm');
  });
});
