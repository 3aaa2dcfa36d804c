import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { run, startServer } from '../support/processes.ts';
import { openLink } from '../support/served-desk.ts';

const program = new URL('../../src/bootstrap/server.ts', import.meta.url).pathname;

describe('a start', () => {
  it('has colours if they are forced', async () => {
    const server = run(process.execPath, [program], { PORT: '0', LOG_LEVEL: 'silent', FORCE_COLOR: '1' });
    await server.said('/v1/lead/');
    server.process.kill('SIGKILL');
    expect((await server.finished).out).toContain('\u001b[1mPartner lead service\u001b[22m');
  });

  it.skipIf(!existsSync('/dev/full'))('needs nobody to read what it prints', async () => {
    const port = await freePort();
    const server = run('sh', ['-c', `exec '${process.execPath}' '${program}' > /dev/full`], {
      PORT: String(port),
    });
    const statusOfLoggedRequest = () =>
      fetch(`http://127.0.0.1:${port}/v1/x`).then(
        ({ status }) => status,
        () => undefined,
      );
    await expect.poll(statusOfLoggedRequest).toBe(403);
    server.process.kill('SIGTERM');
    expect(await server.finished).toEqual({ code: 0, out: '', err: '' });
  });

  it('tells where keys come from if there is a database', async () => {
    const server = run(process.execPath, [program], { MONGODB_URI: 'mongodb://127.0.0.1:1', PORT: '0' });
    await server.said('/v1/lead/');
    server.process.kill('SIGKILL');
    expect((await server.finished).out).toMatch(
      /^ {2}API key {3}issue one: npm run -s leads -- vendor add NAME, then key issue NAME$/m,
    );
  });

  it('warns of a database that cannot be reached before anybody sends a request', async () => {
    await using server = await startServer({ MONGODB_URI: 'mongodb://127.0.0.1:1', LOG_LEVEL: 'warn' });
    await expect.poll(() => server.written().out).toContain('MongoDB cannot be used');
  });

  it('refuses arguments, which would otherwise do nothing', async () => {
    const { code, err } = await run(process.execPath, [program, '--port', '3100']).finished;
    expect(code).toBe(1);
    expect(err).toContain('The server takes no arguments');
  });

  it('does not print a configured key', async () => {
    await using server = await startServer({ API_KEYS: 'acme:sesame' });
    const { out, err } = server.written();
    expect(out).toMatch(/\/v1\/lead -H "x-api-key: \$API_KEY"/);
    expect(out).toMatch(/^ {2}API key {3}one of API_KEYS$/m);
    expect(out + err).not.toContain('sesame');
  });
});

describe('the desk of a start', () => {
  const deskLine = (out: string) => /^ {2}Desk {6}(\S+) \((.*)\)$/m.exec(out)?.slice(1) ?? [];
  /** `leads`: how the command line is called where the server was started. The link is for the port that there is. */
  const signIn = ([url = '']: readonly string[], leads: string) => [
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
    `for a link that signs you in: DESK_PORT=${new URL(url).port} ${leads} desk link --by NAME --role admin`,
  ];

  it('is elsewhere if its usual port is taken, which is an error where it was chosen', async () => {
    const other = createServer().on('error', () => {}); // another test may have it
    await new Promise((done) => other.listen(3001, '127.0.0.1', () => done(true)).on('error', done));
    await using server = await startServer({});
    const { out } = server.written();
    const [link = ''] = deskLine(out);
    expect(out).toContain(
      `Port 3001 is taken: the desk is at ${new URL('/', link)} instead. DESK_PORT chooses another port.`,
    );
    expect((await openLink(link)).status).toBe(303);
    const { port } = new URL(server.url);
    const { code, err } = await run(process.execPath, [program], { PORT: '0', DESK_PORT: port }).finished;
    expect([code, err]).toEqual([
      1,
      `Fix these settings first:\nDESK_PORT cannot be used: ${port} is taken. Choose another, or 0 for any free one\n`,
    ]);
    other.close();
  });

  it('tells where links come from if there is a database', async () => {
    await using server = await startServer({ MONGODB_URI: 'mongodb://127.0.0.1:1', DESK_PORT: '0' });
    const told = deskLine(server.written().out);
    expect(told).toEqual(signIn(told, 'node leads.mjs'));
  });

  it('prints no link into a log, unless nothing else can make one', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'printed-'));
    const DATA_FILE = join(folder.path, 'leads.db');
    const journal = { JOURNAL_STREAM: '8:1' }; // as systemd sets it
    {
      await using server = await startServer({ DATA_FILE, ...journal, DESK_PORT: '0' });
      const told = deskLine(server.written().out);
      expect(told).toEqual(signIn(told, 'node leads.mjs'));
    }
    {
      const printed = join(folder.path, 'printed');
      const server = run('sh', ['-c', `exec '${process.execPath}' '${program}' > '${printed}'`], {
        ...{ DATA_FILE, PORT: '0', DESK_PORT: '0' },
      });
      const line = async () => deskLine(await readFile(printed, 'utf8').catch(() => ''));
      await expect.poll(line).toHaveLength(2);
      const told = await line();
      expect(told).toEqual(signIn(told, 'npm run -s leads --'));
      server.process.kill('SIGTERM');
      await server.finished;
    }
    await using inMemory = await startServer({ DATA_FILE: 'memory', ...journal, DESK_PORT: '0' });
    expect(deskLine(inMemory.written().out)[0]).toMatch(/\/link\/\w{43}$/);
  });

  it('is not there if there is a database and no port', async () => {
    await using server = await startServer({ MONGODB_URI: 'mongodb://127.0.0.1:1' });
    expect(deskLine(server.written().out)).toEqual([]);
  });
});
