import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonHere, leadsHere } from '../support/in-process.ts';
import { commandOf, run } from '../support/processes.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'timers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const units = readdirSync('deploy/systemd').filter((name) => /\.(service|timer)$/.test(name));
const textOf = (unit: string) => readFileSync(`deploy/systemd/${unit}`, 'utf8');
/** Who runs a unit, with which settings, and what it may do. */
const confinementOf = (unit: string) =>
  textOf(unit).match(/^(User|EnvironmentFile|WorkingDirectory|\w+Mode|[PLCNSR][a-z]*[A-Z]\w+|UMask)=.*$/gm) ??
  [];
/** What of it only a program that stays has. */
const ofService = /^(RestartSec|LogRateLimitIntervalSec|StateDirectory)=/;

describe('the timers of systemd', () => {
  it.each(['backup', 'retention'])(
    '%s runs nightly, as the service: its user, settings and walls',
    (work) => {
      const service = confinementOf('partner-lead-service.service').filter((line) => !ofService.test(line));
      expect(service.length).toBeGreaterThan(20);
      expect(confinementOf(`leads-${work}.service`)).toEqual(expect.arrayContaining(service));
      expect(textOf(`leads-${work}.timer`)).toMatch(/^OnCalendar=\*-\*-\* \d\d:30$/m);
    },
  );

  it.skipIf(!hasSystemd)('and the service are taken by systemd itself', async () => {
    for (const unit of units)
      writeFileSync(join(folder, unit), textOf(unit).replace('/usr/bin/node', '/bin/true'));
    const verified = run('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))]);
    expect(await verified.finished).toEqual({ code: 0, out: '', err: '' });
  });

  it('run commands that work, and retention only where months are set', async () => {
    const env = { DATA_FILE: join(folder, 'leads.db') };
    await jsonHere(['person', 'add', 'Ada'], env);
    const words = (unit: string) => {
      const [, line = ''] = /^ExecStart=\/usr\/bin\/node leads\.mjs (.*)$/m.exec(textOf(unit)) ?? [];
      return line.replace('/var/lib/partner-lead-service/backups', folder).split(' ');
    };
    expect(await leadsHere(words('leads-backup.service'), env)).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^leads-\d{8}T\d{6}Z\.db$/));
    const [, condition = ''] =
      /^ExecCondition=\/bin\/sh -c '(.*)'$/m.exec(textOf('leads-retention.service')) ?? [];
    const may = async (months: string) =>
      (await run('sh', ['-c', condition], { RETENTION_MONTHS: months }).finished).code;
    expect([await may(''), await may('36')]).toEqual([1, 0]);
    const retained = await leadsHere(words('leads-retention.service'), { ...env, RETENTION_MONTHS: '36' });
    expect(retained).toMatchObject({ code: 0 });
    const { entries } = await jsonHere(['audit'], env);
    expect(entries.map(({ by }: { by: string }) => by)).toEqual(
      expect.arrayContaining(['leads-backup', 'leads-retention']),
    );
  });
});

it('the script of Compose erases, backs up, waits for a day, and after a failure for an hour', async () => {
  const data = mkdtempSync(join(folder, 'data-'));
  const env = { DATA_FILE: join(data, 'leads.db'), RETENTION_MONTHS: '36' };
  const script = readFileSync('deploy/server/upkeep.sh', 'utf8')
    .replaceAll('/data', data)
    .replace(/sleep (\d+)/g, 'exec echo waits $1');
  const [program = ''] = await commandOf('leads');
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const once = () => run('sh', ['-c', script], { ...env, PATH }, dirname(program)).finished;
  expect((await once()).out).toBe('waits 10\n'); // there is no file yet
  writeFileSync(env.DATA_FILE, 'spoiled');
  expect((await once()).out).toMatch(/waits 3600\n$/);
  rmSync(env.DATA_FILE);
  await jsonHere(['person', 'add', 'Ada'], env);
  expect((await once()).out).toMatch(/^Erased the customers of .*\n.* opened and checked\.\nwaits 86400\n$/);
});
