import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { run } from '../support/processes.ts';

const demo = (env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, ['scripts/demo.ts', ...args], { LOG_LEVEL: 'silent', ...env });

describe('npm run demo', () => {
  it('fills the memory of a server, which then takes leads like any other', async () => {
    const server = demo({ PORT: '0' }, '20');
    await server.said('x-api-key: lead_test_');
    const { out: said } = server.written();
    expect(said).toContain('in memory: 20 made-up leads added.\n');
    const [, url, key = ''] = /curl -s (\S+)\/lead -H "x-api-key: (\S+)"/.exec(said) ?? [];
    const lead = {
      first_name: 'Ada',
      email: 'ada@example.com',
      deal_type: 'sales',
      vendor_name: 'A',
      lead_notes: 'x',
    };
    const answer = await fetch(`${url}/lead`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(lead),
    });
    expect(answer.status).toBe(200);
    await server.said('admin   http');
    const links =
      server
        .written()
        .out.match(/http\S+\/link\/\S+/g)
        ?.slice(-3) ?? [];
    const pages = await Promise.all(links.map(async (link) => (await fetch(link)).text()));
    const roles = pages.map((page) => /\((viewer|sales|admin)\)\. It works once/.exec(page)?.[1]);
    expect(roles).toEqual(['viewer', 'sales', 'admin']);
    server.process.kill('SIGTERM');
    expect((await server.finished).code).toBe(0);
  });

  it.each(['PORT', 'DESK_PORT'])('says that %s is taken before it makes leads', async (setting) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const told = await demo({ PORT: '0', [setting]: `${port}` }, '20').finished;
    other.close();
    expect(told).toMatchObject({ code: 1, out: '' });
    expect(told.err).toContain(`${port} is taken`);
  });

  it('refuses production, and a number that is none', async () => {
    const production = await demo({ APP_ENV: 'production', MONGODB_URI: 'mongodb://127.0.0.1:1/x' }).finished;
    expect(production).toMatchObject({ code: 1, out: '' });
    expect(production.err).toContain('APP_ENV is production: made-up leads belong in a sandbox');
    expect(await demo({}, 'many').finished).toMatchObject({ code: 1, out: '' });
  });

  it.skipIf(noMongodb)('fills a database, and again without doubling', async () => {
    const env = { MONGODB_URI: freshDatabase() };
    const progress = expect.stringMatching(/^(\d+ of 20 made-up leads …\n)*$/);
    expect(await demo(env, '20').finished).toMatchObject({ code: 0, err: progress });
    const { code, out } = await demo(env, '25').finished;
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^MongoDB, database \S+: 5 made-up leads added, 20 were there\.$/m),
    ]);
    expect(out).toMatch(/^MongoDB, database \S+: adding 25 made-up leads\.$/m);
    expect(out.match(/http:\/\/127\.0\.0\.1:3001\/link\/\w{43}/g)).toHaveLength(3);
    const listed = await run(process.execPath, ['src/bootstrap/leads.ts', 'lead', 'list', '--json'], env)
      .finished;
    expect(JSON.parse(listed.out).leads).toHaveLength(25);
  });
});
