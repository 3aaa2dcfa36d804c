import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { closedGate } from '../support/gate.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { startNameServer } from '../support/name-server.ts';
import { noMongod, startMongod } from '../support/own-mongod.ts';
import { leads, run, type ServerProcess, startLeads, startServer } from '../support/processes.ts';

const lead = {
  first_name: 'Ada',
  email: 'ada@example.com',
  deal_type: 'sales',
  vendor_name: 'Blue Motors',
  lead_notes: 'Call after 5 pm.',
};

async function post({ url }: ServerProcess, key: string): Promise<{ status: number; leadId: string }> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/lead`, { method: 'POST', headers, body: JSON.stringify(lead) });
  const answer = (await response.json()) as { body: { leadId: string } };
  return { status: response.status, leadId: answer.body.leadId };
}

async function statusOf({ url }: ServerProcess, key: string, leadId: string): Promise<unknown> {
  const response = await fetch(`${url}/v1/lead/${leadId}`, { headers: { 'x-api-key': key } });
  return ((await response.json()) as { body: { status?: string } }).body.status ?? response.status;
}

/** Everything in the database, as one text. */
async function contentOf(uri: string): Promise<string> {
  await using client = new MongoClient(uri);
  const collections = await client.db().collections();
  const content = await Promise.all(collections.map((collection) => collection.find().toArray()));
  return JSON.stringify(content);
}

describe.skipIf(noMongodb)('the operator’s command line as a process', () => {
  const database = async () => ({ MONGODB_URI: await emptyDatabase() });
  const json = async (args: readonly string[], env: Record<string, string>) => {
    const { code, out, err } = await leads([...args, '--json'], env);
    expect([code, err.replace(/^In a minute, .*\n/, '')]).toEqual([0, '']);
    return JSON.parse(out);
  };

  it('goes from no vendor to an erased contact, shows when a key was used, and leaves no key in clear', async () => {
    const env = await database();
    await using server = await startServer({ ...env, LOG_LEVEL: 'debug' });
    const { vendor } = await json(['vendor', 'add', 'Blue Motors'], env);
    const { key, keyId } = await json(['key', 'issue', 'Blue Motors'], env);

    const { status, leadId } = await post(server, key);
    expect(status).toBe(200);
    const { leads: listed } = await json(['lead', 'list', '--since', '1h'], env);
    expect(listed).toEqual([expect.objectContaining({ leadId, vendor, status: 'In Progress' })]);
    await json(['lead', 'move', leadId, 'Quoted', '--reason', 'offer sent', '--by', 'grace'], env);
    expect(await statusOf(server, key, leadId)).toBe('Quoted');
    const { history } = await json(['lead', 'show', leadId], env);
    expect(history.at(-1)).toMatchObject({ status: 'Quoted', by: 'grace', reason: 'offer sent' });

    const { keys } = await json(['key', 'list', 'Blue Motors'], env);
    expect(keys).toEqual([expect.objectContaining({ keyId, lastUsed: expect.stringMatching(/:00\.000Z$/) })]);

    const successor = await json(['key', 'rotate', keyId, '--overlap', '1h'], env);
    expect(await statusOf(server, key, leadId)).toBe('Quoted');
    expect(await statusOf(server, successor.key, leadId)).toBe('Quoted');
    await json(['contact', 'erase', '--email', 'ADA@example.com', '--yes'], env);
    expect(await statusOf(server, successor.key, leadId)).toBe('Quoted');

    const kept = await contentOf(env.MONGODB_URI);
    const { out, err } = server.written();
    expect(kept).toContain(successor.keyId);
    for (const secret of [key, successor.key]) {
      for (const place of [kept, out, err]) expect(place).not.toContain(secret.slice(15));
    }
    expect(kept).not.toMatch(/ada@|Call after/i);
  });

  it("records who did what: the system's user, unless another is named", async () => {
    const env = await database();
    const { vendor } = await json(['vendor', 'add', 'Acme'], env);
    await leads(['key', 'issue', 'Acme', '--by', 'grace'], env);
    await leads(['vendor', 'add', 'Acme', '--by', 'eve'], env);
    await using client = new MongoClient(env.MONGODB_URI);
    const audit = await client.db().collection('audit').find().sort({ at: 1 }).toArray();
    expect(audit.map(({ by, action, outcome }) => [by, action, outcome])).toEqual([
      [userInfo().username, 'vendor.add', 'done'],
      ['grace', 'key.issue', 'done'],
      ['eve', 'vendor.add', 'refused'],
    ]);
    expect(audit[0]?.on).toBe(vendor);
  });

  it('says its version, without a database', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await leads(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('issues keys of production in production', async () => {
    const env = { ...(await database()), APP_ENV: 'production' };
    await json(['vendor', 'add', 'Acme'], env);
    expect((await json(['key', 'issue', 'Acme'], env)).key).toMatch(/^lead_live_/);
  });

  it('keeps the whole history of simultaneous moves', async () => {
    const env = await database();
    await using server = await startServer({ ...env, LOG_LEVEL: 'silent' });
    await json(['vendor', 'add', 'Acme'], env);
    const { leadId } = await post(server, (await json(['key', 'issue', 'Acme'], env)).key);
    const targets = ['Quoted', 'Evaluation Scheduled', 'Won', 'Lost'];
    const moves = await Promise.all(
      targets.map((to, n) => leads(['lead', 'move', leadId, to, '--by', `operator ${n}`, '--json'], env)),
    );
    const changes = moves.filter(({ code, out }) => code === 0 && JSON.parse(out).changed);
    const { status, history } = await json(['lead', 'show', leadId], env);
    expect(history).toHaveLength(1 + changes.length);
    expect(history.at(-1).status).toBe(status);
    expect(['Won', 'Lost']).toContain(status);
  });

  it('writes to a pipe without colours, and copes with a broken one', async () => {
    const env = await database();
    await json(['vendor', 'add', 'Acme'], env);
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
    const env = await database();
    const npm = (...args: string[]) => run('npm', ['run', '-s', 'leads', '--', ...args], env).finished;
    expect(await npm('vendor', 'list', '--json')).toMatchObject({ code: 0, out: '{"vendors":[]}\n' });
    expect(await npm('key', 'list', 'Nobody')).toMatchObject({ code: 1, out: '' });
    expect(await npm('vendor', 'lst')).toMatchObject({ code: 2, out: '' });
  });

  it('leaves no address in the logs of npm', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'npm-'));
    const env = { ...(await database()), npm_config_cache: cache };
    const show = ['leads', '--', 'contact', 'show', '--email', 'ada@example.com'];
    expect(await run('npm', ['run', '-s', ...show], env).finished).toMatchObject({ code: 1, out: '' });
    expect((await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.log'))).toEqual([]);
    await rm(cache, { recursive: true });
  });
});

describe('without a database that answers', () => {
  it('says why it cannot work without MONGODB_URI', async () => {
    const { code, out, err } = await leads(['vendor', 'list']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^MONGODB_URI is not set, and .*\n$/);
  });

  it('says where a server in memory has its link to the desk', async () => {
    const { code, out, err } = await leads(['desk', 'link', '--by', 'ada']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^MONGODB_URI is not set, and .* is printed by npm start\.\)\n$/);
  });

  it('says in one line that the database cannot be reached', async () => {
    const { code, out, err } = await leads(['vendor', 'add', 'Acme'], {
      MONGODB_URI: 'mongodb://127.0.0.1:1/x',
    });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^The store \(MongoDB\) could not be used: no server answers \(ECONNREFUSED\)\. .*\n$/,
    );
  });

  it('ends soon after its last word, although a name server still owes an answer', async () => {
    const names = await startNameServer('silence');
    const asking = `import { setServers } from 'node:dns'; setServers(['${names.address}']);`;
    const running = run(
      process.execPath,
      ['--import', `data:text/javascript,${asking}`, 'src/bootstrap/leads.ts', 'vendor', 'list'],
      { MONGODB_URI: 'mongodb+srv://db.example.invalid/' },
    );
    await running.said('The store (MongoDB) could not be used: connection timed out.');
    const told = performance.now();
    expect((await running.finished).code).toBe(1);
    expect(performance.now() - told).toBeLessThan(3_000);
    names.close();
  });

  it('says which settings are wrong, without their values', async () => {
    const { code, err } = await leads(['vendor', 'list'], { MONGODB_URI: 'secret-place' });
    expect(code).toBe(1);
    expect(err).toMatch(/^Fix these settings first: MONGODB_URI .*\n$/);
    expect(err).not.toContain('secret-place');
  });

  it('works although a setting of the servers is wrong', async () => {
    const env = { MONGODB_URI: 'mongodb://127.0.0.1:1', PORT: 'x', API_KEYS: 'x' };
    const { code, err } = await leads(['vendor', 'list'], env);
    expect(code).toBe(1);
    expect(err).toContain('no server answers (ECONNREFUSED)');
  });

  it('refuses arguments that are not UTF-8, before they are stored', async () => {
    const typed = `"${process.execPath}" src/bootstrap/leads.ts vendor add "$(printf 'Caf\\351')"`;
    const { code, out, err } = await run('sh', ['-c', typed], { MONGODB_URI: 'mongodb://127.0.0.1:1' })
      .finished;
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Argument 3 is not valid UTF-8, .*\n$/);
  });

  it('quotes nothing from an invalid address', async () => {
    const { code, err } = await leads(['vendor', 'list'], { MONGODB_URI: 'mongodb://user:ses%ame@h/x' });
    expect([code, err]).toEqual([
      1,
      'Fix these settings first: MONGODB_URI is not a valid MongoDB connection string: check for a misspelt option, a % or @ in the password that is not percent-encoded, or a dot in the database’s name.\n',
    ]);
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
      'vendor key lead contact report audit hook desk person token upgrade retention completion',
      'rotate revoke',
      '--expires',
      'won',
      'won',
      '--month',
      'sales',
    ]);
  });

  it('still prints help', async () => {
    expect(await leads(['lead', 'move', '--help'])).toMatchObject({ code: 0, err: '' });
  });
});

describe('a link to the desk', () => {
  /** On a store of one's own, as `…/cli` runs it. */
  const link = (env: Record<string, string>) => {
    const program = `const { runLeads } = await import('./src/bootstrap/run-leads.ts');
      const { inMemoryStore } = await import('./src/bootstrap/modules/in-memory.ts');
      await runLeads({ store: inMemoryStore(), args: ['desk', 'link', '--by', 'ada'] });`;
    return run(process.execPath, ['--input-type=module', '--eval', program], env).finished;
  };

  it.each([
    ['http://127.0.0.1:3001/', {}],
    ['http://127.0.0.1:4001/', { DESK_PORT: '4001', HOOK_ALLOW: 'a mistake' }],
    ['https://desk.example.com/', { DESK_URL: 'https://desk.example.com', DESK_PORT: '0' }],
  ])('leads to %s', async (address, env) => {
    const { code, out } = await link(env);
    expect([code, out.replace(/\w{40,}\n$/, '…')]).toEqual([0, `${address}link/…`]);
  });

  it('has to know where the desk is', async () => {
    expect(await link({ DESK_PORT: '0' })).toEqual({
      code: 1,
      out: '',
      err: 'DESK_PORT=0 takes any free port: set DESK_URL to where the desk is.\n',
    });
    const { code, err } = await link({ DESK_URL: 'desk.example.com' });
    expect([code, err]).toEqual([1, expect.stringMatching(/^Fix these settings first: DESK_URL must be /)]);
  });
});

describe.skipIf(noMongod)('while the database hangs', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGPWR'] as const)(
    '%s lets a change finish, and ends a query at once',
    async (signal) => {
      const mongod = await startMongod();
      const gate = await closedGate(mongod.port);
      try {
        await leads(['vendor', 'add', 'Acme'], { MONGODB_URI: mongod.directUri });
        const env = { MONGODB_URI: `mongodb://127.0.0.1:${gate.port}/?directConnection=true` };

        const asking = startLeads(['vendor', 'list'], env);
        await gate.arrival();
        asking.process.kill(signal);
        expect(await asking.finished).toEqual({
          code: 130,
          out: '',
          err: 'Interrupted: nothing was changed.\n',
        });

        const issuing = startLeads(['key', 'issue', 'Acme', '--json'], env);
        await gate.arrival();
        issuing.process.kill(signal);
        await issuing.said('Finishing the change in progress');
        issuing.process.kill(signal); // as npm forwards it
        gate.open();
        const { code, out } = await issuing.finished;
        expect(code).toBe(0);
        expect(JSON.parse(out).key).toMatch(/^lead_test_/);
      } finally {
        gate.close();
        await mongod.stop();
      }
    },
  );
});

const noTerminal = !process.env.CI && (process.platform !== 'linux' || !existsSync('/usr/bin/script'));

describe.skipIf(noMongod || noTerminal)('on a terminal', () => {
  /** `script` gives the command its own terminal. */
  const onTerminal = (args: string, env: Record<string, string>) =>
    run('script', ['-qec', `"${process.execPath}" src/bootstrap/leads.ts ${args}`, '/dev/null'], {
      TERM: 'xterm-256color',
      ...env,
    });

  it('has colours, and none with NO_COLOR or TERM=dumb', async () => {
    const env = { MONGODB_URI: await emptyDatabase() };
    await leads(['vendor', 'add', 'Acme'], env);
    expect((await onTerminal('vendor list', env).finished).out).toContain('\u001b[1mVENDOR');
    for (const without of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      for (const command of ['vendor list', '--help'])
        expect((await onTerminal(command, { ...env, ...without }).finished).out).not.toContain('\u001b');
  });

  it('asks before it erases, and Ctrl-C means no', async () => {
    const env = { MONGODB_URI: await emptyDatabase() };
    await using server = await startServer({ ...env, LOG_LEVEL: 'silent' });
    await leads(['vendor', 'add', 'Acme'], env);
    await post(server, JSON.parse((await leads(['key', 'issue', 'Acme', '--json'], env)).out).key);
    const answered = async (typed: string) => {
      const running = onTerminal('contact erase --email ada@example.com', env);
      await running.said('[y/N] ');
      running.process.stdin?.write(typed);
      return running.finished;
    };
    expect(await answered('\u0003')).toMatchObject({ code: 130 });
    expect(await answered('y\n')).toMatchObject({ code: 0 });
  });
});
