import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonHere } from '../support/in-process.ts';
import { run } from '../support/processes.ts';
import { bytesOf } from '../support/source-samples.ts';

const [EX_NOUSER, EX_TEMPFAIL] = [67, 75];
const folder = mkdtempSync(join(tmpdir(), 'receive-'));
const DATA_FILE = join(folder, 'leads.db');
let source = '';

beforeAll(async () => {
  await jsonHere(['vendor', 'add', 'Acme'], { DATA_FILE });
  ({ source } = await jsonHere(['source', 'add', 'adf', '--vendor', 'Acme'], { DATA_FILE }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const leads = resolve('src/bootstrap/leads.ts');

/** Hands a mail to a program, as mail servers do. */
async function handed(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const running = run(program, args, { DATA_FILE, ...env });
  running.process.stdin?.on('error', () => {}); // one that has ended reads nothing
  running.process.stdin?.end(bytesOf('mail-plain.eml'));
  return (await running.finished).code;
}

const withScript = (script: string) => [
  '--import',
  `data:text/javascript,${script}`,
  leads,
  'receive',
  source,
];

it.each([
  ['crashes', "setImmediate(() => { throw new Error('ours'); })"],
  ['crashes at its end', "process.on('beforeExit', () => { throw new Error('ours'); })"],
])('tells a mail server to try again when it %s', async (_when, script) => {
  expect(await handed(process.execPath, withScript(script))).toBe(EX_TEMPFAIL);
});

it('tells it so when it is stopped before the mail has come', async () => {
  const script =
    "process.on('newListener', (name) => name === 'SIGTERM' && setImmediate(() => process.kill(process.pid, name)))";
  expect((await run(process.execPath, withScript(script), { DATA_FILE }).finished).code).toBe(EX_TEMPFAIL);
});

it('tells it so when .env cannot be read', async () => {
  writeFileSync(join(folder, '.env'), 'API_KEYS=acme:sesa#me');
  const running = run(
    process.execPath,
    ['--import', resolve('src/bootstrap/dot-env.ts'), leads, 'receive', source],
    {},
    folder,
  );
  running.process.stdin?.on('error', () => {}).end();
  expect((await running.finished).code).toBe(EX_TEMPFAIL);
});

it('is run by a program of docs/sources.md that says the same when Node is missing, forbidden or killed', async () => {
  const [program = ''] = /#!\/bin\/sh\n.*?exit 75\n/s.exec(readFileSync('docs/sources.md', 'utf8')) ?? [];
  const path = join(folder, 'receive');
  const withNode = (node: string) => {
    const text = program
      .replace(/^export DATA_FILE=.*/m, `export DATA_FILE=${DATA_FILE}`)
      .replace(/^\/usr\/bin\/node \S+/m, `${node} ${leads}`);
    expect(text).toContain(node);
    writeFileSync(path, text, { mode: 0o755 });
  };
  const other = join(folder, 'node');
  writeFileSync(other, '#!/bin/sh\nkill -9 $$\n');

  withNode(process.execPath);
  expect([await handed(path, [source]), await handed(path, ['src_none'])]).toEqual([0, EX_NOUSER]);
  expect(await handed(path, [], { LOCAL_PART: source })).toBe(0);
  expect(await handed(path, [])).toBe(EX_TEMPFAIL);
  withNode(join(folder, 'none'));
  expect(await handed(path, [source])).toBe(EX_TEMPFAIL); // 127
  withNode(other);
  expect(await handed(path, [source])).toBe(EX_TEMPFAIL); // 126
  chmodSync(other, 0o755);
  expect(await handed(path, [source])).toBe(EX_TEMPFAIL); // 137
  expect((await jsonHere(['lead', 'list'], { DATA_FILE })).leads).toHaveLength(1);
});
