import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { storeInMemory } from '../../src/bootstrap/modules/sqlite.ts';
import { closedGate } from '../support/gate.ts';
import { jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { noMongod, startMongod } from '../support/own-mongod.ts';
import { leads, startLeads } from '../support/processes.ts';

const lead = {
  first_name: 'Ada',
  email: 'ada@example.com',
  deal_type: 'sales',
  vendor_name: 'Blue Motors',
  lead_notes: 'Call after 5 pm.',
};

async function post(url: string, key: string): Promise<{ status: number; leadId: string }> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/lead`, { method: 'POST', headers, body: JSON.stringify(lead) });
  const answer = (await response.json()) as { body: { leadId: string } };
  return { status: response.status, leadId: answer.body.leadId };
}

async function statusOf(url: string, key: string, leadId: string): Promise<unknown> {
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

describe.skipIf(noMongodb)('the operator’s command line on MongoDB', () => {
  it('goes from no vendor to an erased contact, shows when a key was used, and leaves no key in clear', async () => {
    const MONGODB_URI = await emptyDatabase();
    const json = (...args: string[]) => jsonHere(args, { MONGODB_URI });
    await using server = await serverHere({ MONGODB_URI, LOG_LEVEL: 'debug' });
    const { url } = server;
    const { vendor } = await json('vendor', 'add', 'Blue Motors');
    const { key, keyId } = await json('key', 'issue', 'Blue Motors');

    const { status, leadId } = await post(url, key);
    expect(status).toBe(200);
    const { leads: listed } = await json('lead', 'list', '--since', '1h');
    expect(listed).toEqual([expect.objectContaining({ leadId, vendor, status: 'In Progress' })]);
    await json('lead', 'move', leadId, 'Quoted', '--reason', 'offer sent', '--by', 'grace');
    expect(await statusOf(url, key, leadId)).toBe('Quoted');
    const { history } = await json('lead', 'show', leadId);
    expect(history.at(-1)).toMatchObject({ status: 'Quoted', by: 'grace', reason: 'offer sent' });

    const { keys } = await json('key', 'list', 'Blue Motors');
    expect(keys).toEqual([expect.objectContaining({ keyId, lastUsed: expect.stringMatching(/:00\.000Z$/) })]);

    const successor = await json('key', 'rotate', keyId, '--overlap', '1h');
    expect(await statusOf(url, key, leadId)).toBe('Quoted');
    expect(await statusOf(url, successor.key, leadId)).toBe('Quoted');
    await json('contact', 'erase', '--email', 'ADA@example.com', '--yes');
    expect(await statusOf(url, successor.key, leadId)).toBe('Quoted');

    const kept = await contentOf(MONGODB_URI);
    expect(kept).toContain(successor.keyId);
    for (const secret of [key, successor.key])
      for (const place of [kept, server.log()]) expect(place).not.toContain(secret.slice(15));
    expect(kept).not.toMatch(/ada@|Call after/i);
  });

  it("records who did what: the system's user, unless another is named", async () => {
    const MONGODB_URI = await emptyDatabase();
    const { vendor } = await jsonHere(['vendor', 'add', 'Acme'], { MONGODB_URI });
    await leadsHere(['key', 'issue', 'Acme', '--by', 'grace'], { MONGODB_URI });
    await leadsHere(['vendor', 'add', 'Acme', '--by', 'eve'], { MONGODB_URI });
    await using client = new MongoClient(MONGODB_URI);
    const audit = await client.db().collection('audit').find().sort({ at: 1 }).toArray();
    expect(audit.map(({ by, action, outcome }) => [by, action, outcome])).toEqual([
      [userInfo().username, 'vendor.add', 'done'],
      ['grace', 'key.issue', 'done'],
      ['eve', 'vendor.add', 'refused'],
    ]);
    expect(audit[0]?.on).toBe(vendor);
  });

  it('issues keys of production in production', async () => {
    const env = { MONGODB_URI: await emptyDatabase(), APP_ENV: 'production' };
    await jsonHere(['vendor', 'add', 'Acme'], env);
    expect((await jsonHere(['key', 'issue', 'Acme'], env)).key).toMatch(/^lead_live_/);
  });

  it('keeps the whole history of simultaneous moves', async () => {
    const env = { MONGODB_URI: await emptyDatabase(), API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent' };
    await using server = await serverHere(env);
    const { leadId } = await post(server.url, 'sesame');
    const targets = ['Quoted', 'Evaluation Scheduled', 'Won', 'Lost'];
    const moves = await Promise.all(
      targets.map((to, n) => leadsHere(['lead', 'move', leadId, to, '--by', `operator ${n}`, '--json'], env)),
    );
    const changes = moves.filter(({ code, out }) => code === 0 && JSON.parse(out).changed);
    const { status, history } = await jsonHere(['lead', 'show', leadId], env);
    expect(history).toHaveLength(1 + changes.length);
    expect(history.at(-1).status).toBe(status);
    expect(['Won', 'Lost']).toContain(status);
  });
});

describe('leads doctor', () => {
  const look = async (env: Record<string, string>, ...args: string[]) => {
    const { code, out, err } = await leadsHere(['doctor', ...args, '--json'], env);
    if (out === '') return { code, err };
    const { checks } = JSON.parse(out) as { checks: { check: string; problems: string[] }[] };
    return { code, found: checks.flatMap(({ check, problems }) => problems.map((each) => [check, each])) };
  };

  it.skipIf(noMongodb)('finds nothing wrong with a database until something is', async () => {
    const env = { MONGODB_URI: await emptyDatabase(), HOOK_KEY: 'the servers’ key, of 32 characters' };
    await jsonHere(['hook', 'add', 'http://127.0.0.1:1/', '--operator'], env);
    await jsonHere(['vendor', 'add', 'Blue Motors'], env);
    for (const program of ['server', 'deliverer', 'desk'])
      expect(await look(env, '--for', program)).toEqual({ code: 0, found: [] });
    await using client = new MongoClient(env.MONGODB_URI);
    await client.db().collection('deals').dropIndex('received');
    const wrong = { ...env, HOOK_KEY: 'somebody’s key, of 32 characters, too', TIME_ZONE: '-05:00' };
    expect(await look(wrong)).toEqual({
      code: 1,
      found: [
        ['settings', expect.stringContaining('TIME_ZONE is -05:00')],
        ['store', expect.stringContaining('Indexes are missing: received of deals')],
        ['webhooks', expect.stringContaining('HOOK_KEY is not the key')],
      ],
    });
    await using server = await serverHere({ ...wrong, LOG_LEVEL: 'warn' });
    for (const problem of ['TIME_ZONE is -05:00', 'Indexes are missing', 'HOOK_KEY is not the key'])
      await expect.poll(server.log).toContain(problem);
  });

  it('looks at a file, too, and at every setting', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'leads-'));
    const env = { DATA_FILE: join(folder.path, 'leads.db') };
    await jsonHere(['vendor', 'add', 'Acme'], env);
    expect(await look(env)).toEqual({ code: 0, found: [] });
    expect(await look({ ...env, KEEP_ALIVE_TIMEOUT_MS: 'long' })).toEqual({
      code: 1,
      err: expect.stringContaining('KEEP_ALIVE_TIMEOUT_MS'),
    });
  });
});

describe('without a database that answers, the command line', () => {
  it.each([
    [['vendor', 'list'], {}, /^DATA_FILE is memory, which .*\n$/],
    [['desk', 'link', '--by', 'ada'], {}, /^DATA_FILE is memory, which .* is printed by npm start\.\)\n$/],
    [
      ['vendor', 'add', 'Acme'],
      { MONGODB_URI: 'mongodb://127.0.0.1:1/x', PORT: 'x', API_KEYS: 'x' }, // which are the servers’
      /^The store \(MongoDB\) could not be used: no server answers \(ECONNREFUSED\)\. .*\n$/,
    ],
    [['vendor', 'list'], { MONGODB_URI: 'sesame' }, /^Fix these settings first: MONGODB_URI .*\n$/],
    [
      ['vendor', 'list'],
      { MONGODB_URI: 'mongodb://user:ses%ame@h/x' },
      /^Fix these settings first: MONGODB_URI is not a valid MongoDB connection string: .*\n$/,
    ],
  ])('says why %j cannot be done, in one line without any value', async (args, env, why) => {
    const { code, out, err } = await leadsHere(args, env);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(why);
    expect(err).not.toMatch(/sesame|ses%ame/);
  });

  it('refuses arguments that are not UTF-8, before they are stored', async () => {
    const { code, out, err } = await leadsHere(['vendor', 'add', 'Caf\ufffd']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Argument 3 is not valid UTF-8, .*\n$/);
  });

  it('still prints help', async () => {
    expect(await leadsHere(['lead', 'move', '--help'])).toMatchObject({ code: 0, err: '' });
  });
});

describe('a link to the desk', () => {
  /** On a store of one's own. */
  const link = (env: Record<string, string>) =>
    leadsHere(['desk', 'link', '--by', 'ada'], env, storeInMemory());

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

describe('the command line as a process', () => {
  it('says its version, without a database', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await leads(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.skipIf(noMongod)(
    'ends a query at once that is interrupted while the database hangs, and finishes a change',
    async () => {
      const mongod = await startMongod();
      const gate = await closedGate(mongod.port);
      try {
        await leadsHere(['vendor', 'add', 'Acme'], { MONGODB_URI: mongod.directUri });
        const env = { MONGODB_URI: `mongodb://127.0.0.1:${gate.port}/?directConnection=true` };

        const asking = await startLeads(['vendor', 'list'], env);
        await gate.arrival();
        asking.process.kill('SIGINT');
        expect(await asking.finished).toEqual({
          code: 130,
          out: '',
          err: 'Interrupted: nothing was changed.\n',
        });

        const issuing = await startLeads(['key', 'issue', 'Acme', '--json'], env);
        await gate.arrival();
        issuing.process.kill('SIGINT');
        await issuing.said('Finishing the change in progress');
        issuing.process.kill('SIGINT'); // as npm forwards it
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
