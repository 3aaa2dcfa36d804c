import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { validLead } from '../support/http-target.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { endWithParent, run, startServer } from '../support/processes.ts';
import { connectTo, unfinishedRequest } from '../support/socket.ts';

it('the server runs in a thread, whose standard output has no descriptor', async () => {
  const entry = new URL('../../src/bootstrap/start-server.ts', import.meta.url).href;
  const env = "{ PORT: '0', DESK_PORT: '0', DATA_FILE: 'memory', LOG_LEVEL: 'silent' }";
  const source = `const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(entry)}).then(async ({ startServer }) => {
      const { url, stop } = await startServer({ env: ${env} });
      const { status } = await fetch(url + '/healthz');
      await stop();
      parentPort.postMessage(status);
    });`;
  const thread = new Worker(source, { eval: true, stdout: true });
  expect(await once(thread, 'message')).toEqual([200]);
  await thread.terminate();
});

/** What a script of package.json prints in a new folder, after `arrange` has put something there. */
async function runBeside(name: string, env: Record<string, string>, arrange: (folder: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
  try {
    symlinkSync(resolve('scripts'), join(folder, 'scripts'));
    arrange(folder);
    const script: string = JSON.parse(readFileSync('package.json', 'utf8')).scripts[name];
    const command = `cd ${folder} && ${script} ${name === 'leads' ? 'vendor list' : ''}`;
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
    return await run('sh', ['-c', command], { PATH, ...env }).finished;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each(['start', 'leads'])('npm run %s reads a .env file, and the shell takes precedence', async (name) => {
  const { code, err } = await runBeside(name, { APP_ENV: 'sandbox' }, (folder) =>
    writeFileSync(join(folder, '.env'), '\ufeffMONGODB_URI=of the file\nAPP_ENV=of the file\n'),
  );
  expect(code).toBe(1);
  expect(err).toContain('MONGODB_URI must start with');
  expect(err).not.toContain('APP_ENV');
});

it('npm run start refuses a .env file in which a value would be cut, without quoting it', async () => {
  const { code, err } = await runBeside('start', { PORT: 'none' }, (folder) =>
    writeFileSync(join(folder, '.env'), 'API_KEYS=acme:sesa#me'),
  );
  expect(code).toBe(1);
  expect(err).toMatch(
    /^In \.env, a # or a quote cuts the value of API_KEYS\. Put the whole value in single quotes/,
  );
  expect(err).not.toContain('ses');
});

it('npm run start reports a .env file that cannot be read', async () => {
  const { err } = await runBeside('start', { PORT: 'none' }, (folder) => mkdirSync(join(folder, '.env')));
  expect(err).toMatch(/^The settings in \.env cannot be read \(EISDIR\)\. Fix or remove the file/);
});

it.each(['SIGQUIT', 'SIGUSR2', 'SIGPWR'] as const)(
  '%s lets a request in flight get its answer',
  async (signal) => {
    const server = await startServer({ API_KEYS: 'acme:key' });
    const socket = await unfinishedRequest(server.url);
    server.process.kill(signal);
    await expect.poll(() => server.written().out).toContain('Stopping');
    socket.write('}');
    expect(await text(socket)).toContain('400 Bad Request');
    expect((await server.finished).code).toBe(0);
  },
);

it('SIGHUP ends nothing where no terminal is closed: a rotation of logs sends it', async () => {
  await using server = await startServer({ API_KEYS: 'acme:key' });
  for (let n = 0; n < 2; n += 1) server.process.kill('SIGHUP');
  await delay(600);
  server.process.kill('SIGHUP');
  const { status } = await fetch(`${server.url}/v1/lead/x`, { headers: { 'x-api-key': 'key' } });
  expect(status).toBe(404);
  expect(server.written().out).not.toContain('Stopping');
});

it.skipIf(process.platform !== 'linux')('SIGHUP ends a process whose terminal is closed', async () => {
  const program = `"${process.execPath}" --import ${endWithParent} src/bootstrap/server.ts`;
  const terminal = run('script', ['-qec', `echo $$; exec ${program}`, '/dev/null'], { PORT: '0' });
  await terminal.said('/v1/lead/');
  process.kill(Number(/^\d+/.exec(terminal.written().out)?.[0]), 'SIGHUP');
  await terminal.said('Stopped.');
  expect((await terminal.finished).code).toBe(0);
});

describe('SIGINT', () => {
  async function interrupted() {
    const server = await startServer({ API_KEYS: 'acme:key' });
    const socket = await unfinishedRequest(server.url);
    server.process.kill('SIGINT');
    await expect.poll(() => server.written().out).toContain('Stopping');
    return { server, socket };
  }

  it('and its repetition by npm let a request in flight get its answer', async () => {
    const { server, socket } = await interrupted();
    server.process.kill('SIGINT');
    await delay(50);
    socket.write('}');
    expect(await text(socket)).toContain('400 Bad Request');
    const { code, out } = await server.finished;
    expect(code).toBe(0);
    expect(out).toMatch(/\{"level":30,[^{]*"msg":"Stopping: .*"status":400.*"msg":"Stopped\."/s);
  });

  it('sent again ends the process at once', async () => {
    const { server, socket } = await interrupted();
    socket.on('error', () => {});
    await delay(600);
    server.process.kill('SIGINT');
    const { out } = await server.finished;
    expect(server.process.signalCode).toBe('SIGKILL');
    expect(out).toContain('Stopping: ');
    expect(out).not.toContain('Stopped.');
  });

  it.skipIf(process.platform !== 'linux')(
    'sent again ends the process even while nobody reads the terminal that it logs to',
    async () => {
      const program = `"${process.execPath}" --import ${endWithParent} src/bootstrap/server.ts`;
      const env = { ...process.env, API_KEYS: 'acme:key', PORT: '0', LOG_LEVEL: 'info' };
      const terminal = spawn('script', ['-qec', `echo $$; exec ${program}`, '/dev/null'], { env });
      let said = '';
      const listen = (chunk: Buffer) => {
        said += chunk;
      };
      terminal.stdout.on('data', listen);
      await expect.poll(() => said).toContain('/v1/lead/');
      const pid = Number(/^\d+/.exec(said)?.[0]);
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      terminal.stdout.off('data', listen).pause();
      for (let n = 0; n < 500; n += 1) await (await fetch(`${url}/v1/x`)).text(); // a 403 is logged

      const closed = once(terminal, 'close');
      process.kill(pid, 'SIGINT');
      await delay(600);
      process.kill(pid, 'SIGINT');
      const state = () =>
        existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z ';
      await expect.poll(state).toMatch(/\) Z /); // ended, perhaps not yet asked why
      terminal.stdout.resume();
      await closed;
    },
  );
});

it.skipIf(process.platform !== 'linux').each([
  ['SIGTERM', 'passes it on only to its shell'],
  ['SIGHUP', 'does not pass it on'],
  ['SIGQUIT', 'does not pass it on'],
  ['SIGUSR2', 'does not pass it on'],
  ['SIGKILL', 'cannot pass it on'],
] as const)('npm start ends gracefully after %s, although npm %s', async (signal, _how) => {
  const own = { PORT: '0', HOST: '127.0.0.1', APP_ENV: 'sandbox', MONGODB_URI: '', METRICS_PORT: '' };
  const settings = { ...own, API_KEYS: 'acme:key', LOG_LEVEL: 'info' }; // whatever is in a .env file here
  const npm = run('setsid', ['npm', 'start'], settings);
  try {
    await npm.said('/v1/lead/');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+(?=\/v1)/.exec(npm.written().out) ?? [];
    const socket = await unfinishedRequest(url);
    npm.process.kill(signal);
    await npm.said('Stopping');
    await delay(800); // a second signal would end it at once
    socket.write('}');
    expect(await text(socket)).toContain('400 Bad Request');
    expect((await npm.finished).out).toContain('"msg":"Stopped."');
  } finally {
    spawnSync('kill', ['-KILL', '--', `-${npm.process.pid}`]); // whatever is left of its group
  }
});

it.each(['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
  'npm start can be ended by %s before the server listens for signals',
  async (signal) => {
    const program = "console.log('begun'); setTimeout(() => {}, 60_000)";
    const early = run(process.execPath, ['--import', './scripts/end-with-shell.mjs', '-e', program]);
    await early.said('begun');
    early.process.kill(signal);
    await early.finished;
    expect(early.process.signalCode).toBe(signal);
  },
);

it('SIGTERM lets in the clients that wait to be accepted, and they get their real answers', async () => {
  const server = await startServer({ API_KEYS: 'acme:key', LOG_LEVEL: 'silent' });
  server.process.kill('SIGSTOP'); // from now on, only the system accepts
  const request = 'GET /v1/lead/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: key\r\n\r\n';
  const sockets = Array.from({ length: 30 }, () => connectTo(server.url));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const answers = sockets.map(async (socket) => {
    socket.write(request);
    return (await text(socket)).slice(0, 12);
  });
  server.process.kill('SIGTERM');
  server.process.kill('SIGCONT');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 404']));
  expect((await server.finished).code).toBe(0);
});

it.skipIf(noMongodb)('SIGTERM waits for a slow answer, and then for nothing else', async () => {
  const server = await startServer({
    API_KEYS: 'acme:key',
    LOG_LEVEL: 'silent',
    MONGODB_URI: freshDatabase(),
  });
  const body = JSON.stringify({ ...validLead, email: 'slow@sandbox.test' }); // answered after six seconds
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' };
  const answer = fetch(`${server.url}/v1/lead`, { method: 'POST', headers, body });
  await delay(1_000);
  server.process.kill('SIGTERM');
  expect((await answer).status).toBe(200);
  const { code, out } = await server.finished;
  expect(code).toBe(0);
  expect(out).toMatch(/Leads {5}MongoDB, database test_/);
});

describe('the start', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

  it('in production is one JSON line, also if nothing else is logged', async () => {
    const MONGODB_URI = 'mongodb://127.0.0.1:9/x';
    await using server = await startServer({ APP_ENV: 'production', LOG_LEVEL: 'silent', MONGODB_URI });
    expect(JSON.parse(server.written().out)).toMatchObject({ version, msg: 'Serving' });
  });

  it('in a sandbox is the greeting, and the first line of the log says the version too', async () => {
    await using server = await startServer({ API_KEYS: 'acme:key' });
    await expect.poll(() => server.written().out).toContain('"msg":"Serving"');
    const { out } = server.written();
    expect(out).toMatch(/^Partner lead service \S+ \(sandbox\)\n/);
    expect(JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '')).toMatchObject({ version });
  });
});
