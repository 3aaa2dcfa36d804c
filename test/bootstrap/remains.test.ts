import { linkSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { startServer } from '../support/processes.ts';
import { sendLead } from '../support/receiver.ts';

let folder: string;
let DATA_FILE: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leads-remains-'));
  DATA_FILE = join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = () => ['', '-wal'].map((end) => readFileSync(`${DATA_FILE}${end}`, 'latin1')).join();

it('what an erasure owes is told after a day, and removed by the next server, also after a kill', async () => {
  const env = { DATA_FILE, DESK_PORT: '0', METRICS_PORT: '0', API_KEYS: 'Acme:sesame' };
  await using first = await startServer(env);
  const lead = { email: 'zqerased@example.com', lead_notes: 'Zqx '.repeat(2_000) };
  await sendLead(first.url, lead, 'sesame');
  const shell = new DatabaseSync(DATA_FILE);
  shell.exec('BEGIN');
  shell.prepare('SELECT count(*) FROM deals').get();
  const { code, err } = await leadsHere(['contact', 'erase', '--email', lead.email, '--yes'], { DATA_FILE });
  expect([code, err]).toEqual([0, expect.stringContaining('Bytes of what was erased are still in the file')]);
  const audit = JSON.stringify(await jsonHere(['audit'], { DATA_FILE }));
  expect(audit).toMatch(/"action":"contact.erase"[^}]*"outcome":"done"/);

  const metrics = /http:\S+:\d+(?=\/metrics)/.exec(first.written().out)?.[0] ?? '';
  const ready = async () => {
    const answer = await fetch(`${metrics}/readyz`);
    return [answer.status, await answer.text()];
  };
  expect(await ready()).toEqual([200, 'ok\n']);
  const later = new DatabaseSync(DATA_FILE);
  later.exec('UPDATE owed SET since = since - 90000000'); // as if it were of yesterday
  later.close();
  expect(await ready()).toEqual([200, expect.stringMatching(/^ok, but: Since .* lets go of the file/)]);
  const scraped = await (await fetch(`${metrics}/metrics`)).text();
  expect(scraped).toMatch(/^leads_erasure_owed_seconds 9\d{4}/m);
  const doctor = await leadsHere(['doctor'], { DATA_FILE });
  expect([doctor.code, doctor.out]).toEqual([
    1,
    expect.stringContaining('bytes of customers who were erased'),
  ]);

  first.process.kill('SIGKILL');
  await first.finished;
  expect(bytes()).toContain('Zqx');
  shell.close();
  await using _second = await startServer(env);
  await expect.poll(bytes).not.toContain('Zqx');
});

it.each(['a link', 'a second name'])(
  'beside %s, an erasure leaves nothing behind, and a restore of an older backup says what to erase again',
  async (what) => {
    const real = join(folder, 'real.db');
    if (what === 'a link') symlinkSync(real, DATA_FILE);
    const files = () =>
      readdirSync(folder).filter((name) => !name.includes('.before') && !name.startsWith('friday'));
    const left = () =>
      files()
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join();
    await using server = await serverHere({ DATA_FILE, API_KEYS: 'Acme:sesame' });
    await sendLead(
      server.url,
      { email: 'zqerased@example.com', lead_notes: 'zqerased '.repeat(2_000) },
      'sesame',
    );
    if (what === 'a second name') linkSync(DATA_FILE, real);
    await jsonHere(['backup', join(folder, 'friday.db')], { DATA_FILE });
    const erased = await leadsHere(['contact', 'erase', '--email', 'zqerased@example.com', '--yes'], {
      DATA_FILE,
    });
    expect([erased.code, erased.err]).toEqual([0, expect.not.stringContaining('Bytes')]);
    expect(left()).not.toMatch(/zqerased/i);

    await server.stop();
    const { code, out } = await leadsHere(['restore', join(folder, 'friday.db')], { DATA_FILE });
    expect([code, out]).toEqual([0, expect.stringContaining('leads contact erase --contact ')]);
    expect(lstatSync(DATA_FILE).isSymbolicLink()).toBe(what === 'a link');
    expect(await jsonHere(['lead', 'list'], { DATA_FILE })).toMatchObject({ leads: [{}] });
  },
);
