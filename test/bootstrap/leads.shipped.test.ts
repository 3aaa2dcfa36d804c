import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validLead } from '../support/http-target.ts';
import { jsonHere, serverHere } from '../support/in-process.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { startNameServer } from '../support/name-server.ts';
import { run } from '../support/processes.ts';

describe.skipIf(noMongodb)('the operator’s command line, from a shell', () => {
  it('writes to a pipe without colours, and copes with a broken one', async () => {
    const env = { MONGODB_URI: await emptyDatabase() };
    await jsonHere(['vendor', 'add', 'Acme'], env);
    const shell = (line: string) => run('sh', ['-c', line], env).finished;
    const command = (args: string) => `"${process.execPath}" src/bootstrap/leads.ts ${args}`;
    expect((await shell(`${command('vendor list')} | cat`)).out).not.toContain('\u001b');
    // The reader is gone long before anything is written.
    const broken = (args: string) => shell(`{ ${command(args)}; echo "code $?" >&2; } | true`);
    expect((await broken('vendor list')).err).toBe('code 0\n');
    expect((await broken('key issue Acme')).err).toMatch(
      /^The new key could not be written out and cannot be shown again: revoke key_\w+\.\ncode 1\n$/,
    );
    const untold = (args: string) =>
      shell(`exec 3>&1; { ${command(args)} >&3; echo "code $?" >&3; } 2>&1 | true`);
    expect((await untold('key issue Acme')).out).toMatch(/^lead_test_\w+\ncode 0\n$/);
    expect((await untold('vendor lst')).out).toBe('code 2\n');
  });

  it('keeps its exit codes when run by npm', async () => {
    const env = { MONGODB_URI: await emptyDatabase() };
    const npm = (...args: string[]) => run('npm', ['run', '-s', 'leads', '--', ...args], env).finished;
    expect(await npm('vendor', 'list', '--json')).toMatchObject({ code: 0, out: '{"vendors":[]}\n' });
    expect(await npm('key', 'list', 'Nobody')).toMatchObject({ code: 1, out: '' });
    expect(await npm('vendor', 'lst')).toMatchObject({ code: 2, out: '' });
  });

  it('leaves no address in the logs of npm', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'npm-'));
    const env = { MONGODB_URI: await emptyDatabase(), npm_config_cache: cache };
    const show = ['leads', '--', 'contact', 'show', '--email', 'ada@example.com'];
    expect(await run('npm', ['run', '-s', ...show], env).finished).toMatchObject({ code: 1, out: '' });
    expect((await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.log'))).toEqual([]);
    await rm(cache, { recursive: true });
  });
});

describe('without a database that answers', () => {
  it('ends soon after its last word, although a name server still owes an answer', async () => {
    const names = await startNameServer('silence');
    const asking = `import { setServers } from 'node:dns'; setServers(['${names.address}']);`;
    const running = run(
      process.execPath,
      ['--import', `data:text/javascript,${asking}`, 'src/bootstrap/leads.ts', 'vendor', 'list'],
      { MONGODB_URI: 'mongodb+srv://db.example.invalid/' },
    );
    await running.said('The store (MongoDB) could not be used: connection timed out.');
    const before = names.asked.length;
    expect((await running.finished).code).toBe(1);
    expect(names.asked.length).toBeLessThan(before + 6); // it is asked twelve times more, until the look-up gives up
    names.close();
  });

  it('refuses arguments that are not UTF-8, before they are stored', async () => {
    const typed = `"${process.execPath}" src/bootstrap/leads.ts vendor add "$(printf 'Caf\\351')"`;
    const { code, out, err } = await run('sh', ['-c', typed], { MONGODB_URI: 'mongodb://127.0.0.1:1' })
      .finished;
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Argument 3 is not valid UTF-8, .*\n$/);
  });

  it('completes commands, options and statuses in bash', async () => {
    const typed = [
      [''],
      ['key', 'r'],
      ['key', 'issue', 'Acme', '--e'],
      ['lead', 'move', 'some-id', 'w'],
      ['lead', 'list', '--status', 'w'],
      ['report', '--m'],
      ['desk', 'link', '--by', 'ada', '--role', 's'],
    ];
    const complete = typed.map((words) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(leads ${line}); COMP_CWORD=${words.length}; _leads; echo "\${COMPREPLY[@]}"`;
    });
    const load = `source <("${process.execPath}" src/bootstrap/leads.ts completion)`;
    const { out } = await run('bash', ['-c', [load, ...complete].join('\n')]).finished;
    expect(out.trim().split('\n')).toEqual([
      'vendor key source held lead contact hook desk person push token report audit receive upgrade backup restore copy compact retention doctor completion',
      'rotate revoke',
      '--expires',
      'won',
      'won',
      '--month',
      'sales',
    ]);
  });
});

const noTerminal = !process.env.CI && (process.platform !== 'linux' || !existsSync('/usr/bin/script'));

describe.skipIf(noMongodb || noTerminal)('on a terminal', () => {
  /** `script` gives the command its own terminal. */
  const onTerminal = (args: string, env: Record<string, string>) =>
    run('script', ['-qec', `"${process.execPath}" src/bootstrap/leads.ts ${args}`, '/dev/null'], {
      TERM: 'xterm-256color',
      ...env,
    });

  it('has colours, and none with NO_COLOR or TERM=dumb', async () => {
    const env = { MONGODB_URI: await emptyDatabase() };
    await jsonHere(['vendor', 'add', 'Acme'], env);
    expect((await onTerminal('vendor list', env).finished).out).toContain('\u001b[1mVENDOR');
    for (const without of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      for (const command of ['vendor list', '--help'])
        expect((await onTerminal(command, { ...env, ...without }).finished).out).not.toContain('\u001b');
  });

  it('asks before it erases, and Ctrl-C means no', async () => {
    const env = { MONGODB_URI: await emptyDatabase() };
    await using server = await serverHere({ ...env, LOG_LEVEL: 'silent' });
    await jsonHere(['vendor', 'add', 'Acme'], env);
    const { key } = await jsonHere(['key', 'issue', 'Acme'], env);
    const sent = await fetch(`${server.url}/v1/lead`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(validLead),
    });
    expect(sent.status).toBe(200);
    const answered = async (typed: string) => {
      const running = onTerminal(`contact erase --email ${validLead.email}`, env);
      await running.said('[y/N] ');
      running.process.stdin?.write(typed);
      return running.finished;
    };
    expect(await answered('\u0003')).toMatchObject({ code: 130 });
    expect(await answered('y\n')).toMatchObject({ code: 0 });
  });
});
