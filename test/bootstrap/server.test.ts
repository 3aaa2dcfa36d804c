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
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DESK_PORT } from '../../src/bootstrap/config.ts';
import { validLead } from '../support/http-target.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { endWithParent, run, startServer } from '../support/processes.ts';
import { connectTo } from '../support/socket.ts';

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

it.each(['start', 'leads'])('npm run %s says nothing about a missing .env file', async (name) => {
  const { err } = await runBeside(name, { APP_ENV: 'none' }, () => {});
  expect(err).toMatch(/^Fix these settings first:/);
});

it.each([
  'API_KEYS=acme:sesa#me',
  'export API_KEYS=acme:sesa#me',
  'API_KEYS=acme:sesa #me',
  'API_KEYS=#sesame',
  "API_KEYS='acme:ses'ame",
  'LOG_LEVEL="info"\nAPI_KEYS="acme:sesa#me',
  'API_KEYS=acme:"sesa#me"',
])(
  'npm run start refuses a .env file in which a value would be cut, without quoting it: %j',
  async (text) => {
    const { code, err } = await runBeside('start', { PORT: 'none' }, (folder) =>
      writeFileSync(join(folder, '.env'), text),
    );
    expect(code).toBe(1);
    expect(err).toMatch(
      /^In \.env, a # or a quote cuts the value of API_KEYS\. Put the whole value in single quotes/,
    );
    expect(err).not.toContain('ses');
  },
);

it('npm run start reads comments and quoted values of a .env file', async () => {
  const text = `# a#b="c\nPORT=none # d#e\nLOG_LEVEL="info" # f\nMONGODB_URI='x # y#z'\nAPI_KEYS= # none\n`;
  const { err } = await runBeside('start', {}, (folder) => writeFileSync(join(folder, '.env'), text));
  expect(err).toMatch(/^Fix these settings first:\nPORT must be .*\nMONGODB_URI must start .*\n$/);
});

it('npm run start reports a .env file that cannot be read', async () => {
  const { err } = await runBeside('start', { PORT: 'none' }, (folder) => mkdirSync(join(folder, '.env')));
  expect(err).toMatch(/^The settings in \.env cannot be read \(EISDIR\)\. Fix or remove the file/);
});

/** Starts the server, which must refuse to start; resolves to what it says. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const { code, out, err } = await run(process.execPath, ['src/bootstrap/server.ts'], env).finished;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return err;
}

/** A connection on which all but the last byte of a request, `}`, has arrived. */
async function unfinishedRequest(url: string): Promise<Socket> {
  const socket = connectTo(url);
  socket.write(
    'POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: key\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{',
  );
  await once(socket, 'data');
  return socket;
}

it.each(['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGPWR'] as const)(
  '%s lets a request in flight get its answer',
  async (signal) => {
    const server = await startServer({ API_KEYS: 'acme:key' });
    const socket = await unfinishedRequest(server.url);
    server.process.kill(signal);
    while ((await fetch(`${server.url}/readyz`).catch(() => undefined))?.ok) await delay(5);
    socket.write('}');
    expect(await text(socket)).toContain('400 Bad Request');
    expect((await server.finished).code).toBe(0);
  },
);

describe('SIGINT', () => {
  async function interrupted() {
    const server = await startServer({ API_KEYS: 'acme:key' });
    const socket = await unfinishedRequest(server.url);
    server.process.kill('SIGINT');
    while ((await fetch(`${server.url}/readyz`).catch(() => undefined))?.ok) await delay(5);
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
      await expect.poll(() => said, { timeout: 10_000 }).toContain('/v1/lead/');
      const pid = Number(/^\d+/.exec(said)?.[0]);
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      terminal.stdout.off('data', listen).pause();
      for (let n = 0; n < 2_000; n += 1) await (await fetch(`${url}/v1/x`)).text(); // a 403 is logged

      process.kill(pid, 'SIGINT');
      await delay(600);
      process.kill(pid, 'SIGINT');
      const state = () =>
        existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z ';
      await expect.poll(state).toMatch(/\) Z /); // ended, perhaps not yet asked why
      terminal.stdout.resume();
      await once(terminal, 'close');
    },
    30_000,
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
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(npm.written().out) ?? [];
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
  const waiting = Array.from({ length: 30 }, async () => {
    const socket = connectTo(server.url);
    socket.write(request);
    return (await text(socket)).slice(0, 12);
  });
  await delay(300);
  server.process.kill('SIGTERM');
  server.process.kill('SIGCONT');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['HTTP/1.1 404']));
  expect((await server.finished).code).toBe(0);
});

it.skipIf(noMongodb)(
  'SIGTERM waits for a slow answer, and then for nothing else',
  async () => {
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
  },
  20_000,
);

describe('the start', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

  it.each(['info', 'silent'])(
    'in production is one JSON line, the first of the log, at LOG_LEVEL=%s',
    async (level) => {
      const MONGODB_URI = 'mongodb://127.0.0.1:9/x';
      await using server = await startServer({ APP_ENV: 'production', LOG_LEVEL: level, MONGODB_URI });
      const [first = '', second = ''] = server.written().out.split('\n');
      expect(JSON.parse(first)).toEqual({
        level: 30,
        time: expect.any(String),
        version,
        url: `${server.url}/v1`,
        msg: 'Serving',
      });
      expect(second).toMatch(/^(\{.*\})?$/);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    },
  );

  it('in a sandbox is the greeting, and the first line of the log says the version too', async () => {
    await using server = await startServer({ API_KEYS: 'acme:key' });
    await expect.poll(() => server.written().out).toContain('"msg":"Serving"');
    const { out } = server.written();
    expect(out).toMatch(/^Partner lead service \S+ \(sandbox\)\n/);
    expect(JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '')).toMatchObject({ version });
  });
});

describe('a start that fails', () => {
  it('reports every mistake in the settings at once, without any value', async () => {
    const said = await refusalOf({
      APP_ENV: 'production',
      PORT: 'sesame',
      LOG_LEVEL: 'sesame',
      PUBLIC_URL: 'https://sesame',
      SANDBOX_URL: 'javascript:sesame/v1',
      API_KEYS: 'acme:sesame,sesame',
    });
    const names = ['API_KEYS', 'LOG_LEVEL', 'MONGODB_URI', 'PORT', 'PUBLIC_URL', 'SANDBOX_URL'];
    expect(said.match(/^[A-Z_]+(?= )/gm)?.sort()).toEqual(names);
    expect(said).not.toContain('sesame');
  });

  it.each([
    'mongodb://ann:ses%ame@localhost/',
    'mongodb://ann:a@sesame?sesame=1@localhost/',
    'mongodb+srv://ann:sesame@a.b.sesame:27017/',
  ])('reports that %s is not an address, without quoting it', async (address) => {
    const said = await refusalOf({ MONGODB_URI: address });
    expect(said).toMatch(/^MONGODB_URI is not a valid /m);
    expect(said).not.toMatch(/sesame|ses%ame| at /);
  });

  it('reports that the metrics have the same port as the service', async () => {
    const said = await refusalOf({ PORT: '4711', METRICS_PORT: '4711' });
    expect(said).toMatch(/^METRICS_PORT must differ from PORT$/m);
  });

  it.each(['fe80::1', 'no-such-host.invalid', 'x'.repeat(300)])(
    'reports that %s is no host',
    async (HOST) => {
      expect(await refusalOf({ HOST, PORT: '0' })).toBe(
        'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every interface.\n',
      );
    },
  );

  it('reports which port is taken, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const said = await refusalOf({ PORT: String(port), METRICS_PORT: '0' });
    expect(said).toMatch(new RegExp(`^Port ${port} is taken\\. Choose another with PORT=`));
    expect(said).not.toMatch(new RegExp(`PORT=(${port}|${DESK_PORT})\\D`)); // the one that the desk takes next
    other.close();
  });
});
