import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { reasonNotToStart } from '../../src/bootstrap/cannot-listen.ts';
import { DESK_PORT } from '../../src/bootstrap/config.ts';
import { serverHere } from '../support/in-process.ts';
import { run, startProgram, startServer } from '../support/processes.ts';
import { openLink } from '../support/served-desk.ts';
import { unfinishedRequest } from '../support/socket.ts';

describe('the server as a process', () => {
  it('prints, in 13 lines at most and without colours, where it runs, a curl command that works, and a link to its desk', async () => {
    await using server = await startServer({ LOG_LEVEL: 'silent', DESK_PORT: '0' });
    const { out } = server.written();
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(13);
    expect(out).toContain(`${server.url}/docs`);
    expect(out).not.toContain('\u001b');
    const [lead = ''] = /curl .*?\n.*$/m.exec(out) ?? [];
    expect((await run('sh', ['-c', lead]).finished).out).toMatch(/^\{"statusCode":200,"body":\{"leadId":"/);

    const [, link = '', what] = /^ {2}Desk {6}(\S+) \((.*)\)$/m.exec(out) ?? [];
    expect([link, what]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/link\/\w{43}$/),
      'signs you in, once',
    ]);
    const opened = await openLink(link);
    const [cookie = ''] = /desk=[^;]+/.exec(opened.headers.getSetCookie().join()) ?? [];
    expect(await (await fetch(new URL('/', link), { headers: { cookie } })).text()).toContain('>admin<');
    expect((await fetch(link)).status).toBe(401);
    expect(server.written().out.split(link)).toHaveLength(2); // the log has the address alone
  });

  it('says in production, in one JSON line, that it serves, and lets a request in flight end after SIGTERM', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const MONGODB_URI = 'mongodb://127.0.0.1:9/x';
    await using server = await startServer({ APP_ENV: 'production', MONGODB_URI, API_KEYS: 'acme:key' });
    const out = () => server.written().out;
    const [first = ''] = out().split('\n');
    expect(JSON.parse(first)).toEqual({
      level: 30,
      time: expect.any(String),
      version,
      url: `${server.url}/v1`,
      msg: 'Serving',
      timeZone: expect.stringMatching(/^\S+, where it is .* \(zone data 20\d\d\w\)$/),
    });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const socket = await unfinishedRequest(server.url);
    server.process.kill('SIGTERM');
    await expect.poll(out).toContain('"Stopping');
    socket.write('}');
    expect(await text(socket)).toContain('400 Bad Request');
    expect(await server.finished).toMatchObject({ code: 0, err: '' });
    expect(out()).toMatch(/"msg":"Stopped\."\}\n$/);
  });

  it('reports every mistake in the settings at once, without any value', async () => {
    const { code, out, err } = await (
      await startProgram('server', {
        APP_ENV: 'production',
        PORT: 'sesame',
        LOG_LEVEL: 'sesame',
        PUBLIC_URL: 'https://sesame',
        SANDBOX_URL: 'javascript:sesame/v1',
        API_KEYS: 'acme:sesame,sesame',
      })
    ).finished;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const names = ['API_KEYS', 'LOG_LEVEL', 'MONGODB_URI', 'PORT', 'PUBLIC_URL', 'SANDBOX_URL'];
    expect(err.match(/^[A-Z_]+(?= )/gm)?.sort()).toEqual(names);
    expect(err).not.toContain('sesame');
  });
});

/** What whoever starts a server is told that cannot start. */
const refusalOf = async (env: Record<string, string>): Promise<string> =>
  serverHere(env).then(
    () => 'it serves',
    (error) => `${reasonNotToStart(error)}\n`,
  );

describe('a start that fails', () => {
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
