import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askFor } from '../support/ask-for.ts';
import { validLead } from '../support/http-target.ts';
import { nodes, tooOld } from '../support/nodes.ts';
import { run } from '../support/processes.ts';
import { openLink } from '../support/served-desk.ts';

const found = await askFor('nodes');
const programs = (await askFor('programs')) ?? '';

/** Unit tests of what is nearest to Node: SQLite, reports, bytes to text, and every command's help. */
const near = ['outbound/sqlite/', 'leads/report', 'inbound/sources/', 'cli/leads-cli'];

it.skipIf(!found).each([
  ['no command', [], 1],
  ['a mail server’s command, so that it tries again', ['receive', 'SOURCE'], 75],
])(`Node ${tooOld} is told what is needed: %s`, async (_what, args, code) => {
  const err = `Node 22.18+, 24 or 26 is needed, and v${tooOld} is what runs here.\n`;
  expect(await run(found?.[tooOld] ?? '', [programs, ...args]).finished).toEqual({ code, out: '', err });
});

describe.skipIf(!found).concurrent.each(nodes)('Node %s', { timeout: 200_000 }, (version) => {
  const node = found?.[version] ?? '';

  it('runs the server, the desk and the commands on a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), `node-${version}-`));
    const env = { PORT: '0', DESK_PORT: '0', DATA_FILE: 'leads.db', LOG_LEVEL: 'warn' };
    const start = (...args: string[]) => run(node, [programs, ...args], env, folder, 180_000);
    const done = async (...args: string[]): Promise<string> => {
      const { code, out, err } = await start(...args).finished;
      expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
      return out;
    };
    const server = start();
    await server.said('/v1/lead/');
    const { out } = server.written();

    const [, url, key = ''] = /curl -s (\S+)\/lead -H "x-api-key: (\S+)"/.exec(out) ?? [];
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = await fetch(`${url}/lead`, { method: 'POST', headers, body: JSON.stringify(validLead) });
    expect(sent.status).toBe(200);

    const [link = ''] = /http\S+\/link\/\S+/.exec(out) ?? [];
    const [cookie = ''] = (await openLink(link)).headers.get('set-cookie')?.split(';') ?? [];
    const inbox = await fetch(new URL('/', link), { headers: { cookie } });
    expect(await inbox.text()).toContain(validLead.first_name);

    expect(JSON.parse(await done('report', '--json')).total.received).toBe(1);
    await done('doctor');
    await done('backup', 'backup.db');
    expect(await done('copy', '--from', 'backup.db', '--to', 'copy.db')).toMatch(
      /^deals: 1, written 1, equal$/m,
    );
    server.process.kill('SIGTERM');
    expect(await server.finished).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  });

  it.runIf(version === nodes.at(-1))('says what it lacks to listen', async () => {
    const confined = ['--permission', '--allow-fs-read=*', programs];
    const { code, err } = await run(node, confined, { PORT: '0' }).finished;
    expect([code, err]).toEqual([
      1,
      'This process may not listen: node --permission also needs --allow-net.\n',
    ]);
  });

  it('runs what npm’s commands begin with, without a warning', async () => {
    const clone = await mkdtemp(join(tmpdir(), `clone-${version}-`));
    await cp('scripts', join(clone, 'scripts'), { recursive: true });
    await writeFile(join(clone, 'program.ts'), "import 'node:sqlite'; console.log('runs' as string);");
    const begun = run(node, ['scripts/run.mjs', 'program.ts'], { VITEST: 'true' }, clone);
    expect(await begun.finished).toEqual({ code: 0, out: 'runs\n', err: '' });
    await rm(clone, { recursive: true });
  });

  it('runs a command and the demo from a clone, whose sources load', async () => {
    const help = await run(node, ['src/bootstrap/leads.ts', '--help'], {}, '.', 180_000).finished;
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('Usage: leads')]);
    const load = ['--eval', "import('./src/library/mongodb.ts')"];
    expect(await run(node, load, {}, '.', 180_000).finished).toMatchObject({ code: 0 });
    const demo = run(node, ['scripts/demo.ts', '5'], { PORT: '0', DESK_PORT: '0' }, '.', 180_000);
    await demo.said('admin   http');
    demo.process.kill('SIGTERM');
    expect(await demo.finished).toMatchObject({ code: 0 });
  });

  it.skipIf(node === process.execPath)('passes the unit tests of what is nearest to it', async () => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--maxWorkers=1'];
    const { code, out } = await run(node, [...vitest, ...near], {}, '.', 180_000).finished;
    expect(out).toMatch(/^[3-9]\d\d passed, 0 failed/m);
    expect(code).toBe(0);
  });
});
