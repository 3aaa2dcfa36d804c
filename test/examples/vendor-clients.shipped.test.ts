import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys, startLeadServer } from '../support/lead-server.ts';
import { run } from '../support/processes.ts';

const folder = 'examples/vendor-client';
const lead = JSON.parse(await readFile(join(folder, 'lead.json'), 'utf8'));

/** CI has them all; another machine may lack one. */
const isMissing = (command: string) => !process.env.CI && spawnSync(command, ['--version']).status !== 0;

type Trouble =
  | 'none'
  | 'answer lost'
  | 'connection refused'
  | 'too slow'
  | 'unavailable'
  | 'unavailable until tomorrow'
  | 'refusal broken off'
  | 'gateway'
  | 'redirect'
  | 'spaced'
  | 'page';

const refusal = '{"statusCode":0,"body":{"error":"e","message":"m"}}';
/** The second after the next one. */
const soon = () => Math.floor(Date.now() / 1_000 + 2) * 1_000;

/** The service behind a bad line: each request meets the next of the troubles, until none is left. */
async function badLine(to: string, troubles: Trouble[], meet = () => {}) {
  const sent: { key: string | undefined; leadId: string | undefined }[] = [];
  let [met, early, until] = [0, 0, 0];
  const server = createServer(async (request, response) => {
    met += 1;
    meet();
    if (Date.now() < until) early += 1;
    const trouble = troubles.shift() ?? 'none';
    if (trouble === 'connection refused') return request.socket.destroy();
    const body = await text(request);
    if (trouble === 'too slow') return response.writeHead(408).end(refusal);
    if (trouble === 'gateway')
      return response.writeHead(403).end('{"message":"Missing Authentication Token"}');
    if (trouble === 'page') return response.writeHead(200).end('<html>\nWelcome\n</html>');
    if (trouble === 'redirect')
      return response
        .writeHead(301, { location: `${to.replace('127.0.0.1', 'localhost')}${request.url}` })
        .end();
    if (trouble === 'unavailable') {
      until = soon();
      return response.writeHead(503, { 'retry-after': new Date(until).toUTCString() }).end(refusal);
    }
    if (trouble === 'unavailable until tomorrow')
      return response.writeHead(503, { 'retry-after': '86400' }).end(refusal.replace('0', '503'));
    if (trouble === 'refusal broken off') {
      response.writeHead(500, { 'content-length': refusal.length }).write(refusal.slice(0, 9));
      return setImmediate(() => request.socket.destroy());
    }
    const { method = '', url = '' } = request;
    const headers = new Headers(request.headers as Record<string, string>);
    for (const name of ['host', 'connection', 'content-length', 'expect']) headers.delete(name);
    const answer = await fetch(to + url, { method, headers, ...(method === 'POST' && { body }) });
    const answered = await answer.text();
    const key = request.headers['idempotency-key'] as string | undefined;
    if (method === 'POST') sent.push({ key, leadId: JSON.parse(answered).body.leadId });
    if (trouble === 'answer lost') return request.socket.destroy();
    const answerText = trouble === 'spaced' ? JSON.stringify(JSON.parse(answered), undefined, 2) : answered;
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answerText);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sent,
    get met() {
      return met;
    },
    /** How many requests came earlier than `Retry-After` allowed. */
    get early() {
      return early;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.each([
  ['TypeScript', process.execPath, 'send-lead.ts'],
  ['Python', 'python3', 'send_lead.py'],
  ['curl', 'sh', 'send-lead.sh'],
])('the vendor’s client in %s', (name, command, program) => {
  const skipped = isMissing(name === 'curl' ? 'curl' : command);
  let real: Awaited<ReturnType<typeof startLeadServer>>;
  let temporary: string;
  beforeAll(async () => {
    real = await startLeadServer();
    temporary = await mkdtemp(join(tmpdir(), 'client-'));
  });
  afterAll(async () => {
    await real.drain();
    await rm(temporary, { recursive: true });
  });

  async function send(url: string, changed: object, key = keys.key) {
    const file = join(temporary, `${crypto.randomUUID()}.json`);
    await writeFile(file, JSON.stringify({ ...lead, ...changed }, undefined, 2));
    const env = { LEADS_URL: url, LEADS_API_KEY: key };
    return run(command, [join(folder, program), file], env).finished;
  }

  it.skipIf(skipped)('sends a lead and reads its status', async () => {
    const { code, out, err } = await send(`${real.url}/v1`, { external_lead_id: `plain ${name}` });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^[\da-f-]{36}\nIn Progress\n$/);
  });

  it.skipIf(skipped)('says what it needs, and what it cannot read', async () => {
    const own = join(folder, program);
    const env = { LEADS_URL: `${real.url}/v1` };
    for (const outcome of [
      await run(command, [own, join(folder, 'lead.json')], env).finished,
      await run(command, [own], { ...env, LEADS_API_KEY: keys.key }).finished,
      await run(command, [own, 'one.json', 'two.json'], { ...env, LEADS_API_KEY: keys.key }).finished,
    ]) {
      expect(outcome).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(/^Usage: LEADS_API_KEY=.*\n$/),
      });
    }
    const missing = await run(command, [own, 'no-such.json'], { ...env, LEADS_API_KEY: keys.key }).finished;
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toMatch(/^The lead was not accepted: no-such\.json cannot be read.*\n$/);
  });

  it.skipIf(skipped)('says at once that its address is none', async () => {
    for (const url of ['127.0.0.1:9/v1', 'localhost:9/v1']) {
      const { code, err } = await send(url, {});
      expect(code).toBe(1);
      expect(err).toBe('The lead was not accepted: LEADS_URL must begin with https:// or http://\n');
    }
  });

  it.skipIf(skipped)('creates one lead over a bad line, however many attempts that takes', async () => {
    await using line = await badLine(real.url, [
      'connection refused',
      'answer lost',
      'too slow',
      'none',
      'unavailable',
    ]);
    const id = `bad line ${name}`;
    const { code, out } = await send(line.url, { external_lead_id: id });
    const [first, last] = line.sent;
    expect(line.sent).toHaveLength(2);
    expect([first?.key, last?.key]).toEqual([id, id]);
    expect(first?.leadId).toBe(last?.leadId);
    expect(line.early).toBe(0);
    expect({ code, out }).toEqual({ code: 0, out: `${first?.leadId}\nIn Progress\n` });
  });

  it.skipIf(skipped)('sends a lead again if the response broke off, whatever it was', async () => {
    await using line = await badLine(real.url, ['refusal broken off']);
    const { code, out } = await send(line.url, { external_lead_id: `broken off ${name}` });
    expect({ code, out }).toEqual({ code: 0, out: `${line.sent[0]?.leadId}\nIn Progress\n` });
  });

  it.skipIf(skipped)('does not retry what is refused, and says why', async () => {
    await using line = await badLine(real.url, []);
    const wrong = await send(`${line.url}/`, {
      external_lead_id: `wrong ${name}`,
      phone: '1',
      deal_type: 'x',
    });
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Phone must contain') });
    expect(wrong.err).toContain('deal_type must be one of');
    const stranger = await send(line.url, {}, 'nobody');
    expect(stranger).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Forbidden') });
    expect(line.sent).toHaveLength(2);
  });

  it.skipIf(skipped)('stops at once if a gateway refuses in its own words, and prints them', async () => {
    await using line = await badLine(real.url, ['gateway', 'gateway']);
    const { code, out, err } = await send(line.url, { external_lead_id: `gateway ${name}` });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^The lead was not accepted: .*Missing Authentication Token/);
    expect(err.trim()).not.toContain('\n');
    expect(line.met).toBe(1);
  });

  it.skipIf(skipped)(
    'does not call a lead refused if an earlier attempt may have been accepted',
    async () => {
      await using line = await badLine(real.url, ['answer lost', 'gateway']);
      const { code, out, err } = await send(line.url, { external_lead_id: `unsure ${name}` });
      expect({ code, out, met: line.met }).toEqual({ code: 1, out: '', met: 2 });
      expect(err).toMatch(
        /^Fix this and send it again; it may have been accepted: .*Missing Authentication Token\S*\n$/,
      );
    },
  );

  it.skipIf(skipped)('reads a response however a proxy has laid it out', async () => {
    await using line = await badLine(real.url, ['spaced', 'spaced']);
    const { code, out } = await send(line.url, { external_lead_id: `spaced ${name}` });
    expect({ code, out }).toEqual({ code: 0, out: `${line.sent[0]?.leadId}\nIn Progress\n` });
  });

  it.skipIf(skipped)('does not call a lead refused because of a page that a proxy answers with', async () => {
    await using line = await badLine(real.url, ['page', 'unavailable until tomorrow']);
    const { code, out, err } = await send(line.url, { external_lead_id: `page ${name}` });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^Send it again; it may have been accepted: /);
  });

  it.skipIf(skipped)('stops at once with a key that no vendor can have', async () => {
    await using line = await badLine(real.url, []);
    const { code, out, err } = await send(line.url, { external_lead_id: `key ${name}` }, 'ключ');
    expect({ code, out, met: line.met }).toEqual({ code: 1, out: '', met: name === 'curl' ? 1 : 0 });
    expect(err).toMatch(/^The lead was not accepted: .*(LEADS_API_KEY|Forbidden)/);
  });

  it.skipIf(skipped)('reads a file with a byte order mark', async () => {
    const file = join(temporary, 'bom.json');
    await writeFile(file, `\ufeff${JSON.stringify({ ...lead, external_lead_id: `bom ${name}` })}`);
    const env = { LEADS_URL: `${real.url}/v1`, LEADS_API_KEY: keys.key };
    expect(await run(command, [join(folder, program), file], env).finished).toMatchObject({
      code: 0,
      err: '',
    });
  });

  it.skipIf(skipped)(
    'stops when asked to wait until tomorrow, and says that the lead may have been accepted',
    async () => {
      await using line = await badLine(real.url, ['answer lost', 'unavailable until tomorrow']);
      const { code, out, err } = await send(line.url, { external_lead_id: `tomorrow ${name}` });
      expect({ code, out, met: line.met }).toEqual({ code: 1, out: '', met: 2 });
      expect(err).toMatch(/^Send it again; it may have been accepted: /m);
      expect(err).not.toContain('was not accepted');
      if (name !== 'curl') expect(err).toContain('503');
    },
  );

  it.skipIf(skipped)('sends nothing without an id of its own, which makes a retry safe', async () => {
    await using line = await badLine(real.url, []);
    for (const external_lead_id of [undefined, '', ' ', ['a'], 4711]) {
      const { code, err } = await send(line.url, { external_lead_id });
      expect({ code, met: line.met }).toEqual({ code: 1, met: 0 });
      expect(err).toMatch(/^(The lead was not accepted|Nothing was sent): .*external_lead_id/);
    }
    const file = join(temporary, 'null.json');
    await writeFile(file, 'null');
    const env = { LEADS_URL: line.url, LEADS_API_KEY: keys.key };
    const { code, err } = await run(command, [join(folder, program), file], env).finished;
    expect({ code, met: line.met }).toEqual({ code: 1, met: 0 });
    expect(err).toContain('external_lead_id');
  });

  it.skipIf(skipped)('succeeds if only the status cannot be read', async () => {
    await using line = await badLine(real.url, ['none', 'gateway']);
    const { code, out } = await send(line.url, { external_lead_id: `status ${name}` });
    expect({ code, out }).toEqual({
      code: 0,
      out: `${line.sent[0]?.leadId}\nIts status cannot be read right now.\n`,
    });
  });

  it.skipIf(skipped)('does not follow a redirect with its key', async () => {
    await using elsewhere = await badLine(real.url, []);
    await using line = await badLine(elsewhere.url.replace('/v1', ''), ['redirect']);
    const { code, out, err } = await send(line.url, { external_lead_id: `redirect ${name}` });
    expect({ code, out, met: elsewhere.met }).toEqual({ code: 1, out: '', met: 0 });
    expect(err).toBe('The lead was not accepted: 301 without a reason: is LEADS_URL right?\n');
  });

  it.skipIf(skipped || isMissing('ps'))('shows its key to nobody else on the machine', async () => {
    let processes = '';
    await using line = await badLine(real.url, ['gateway'], () => {
      processes = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout;
    });
    const key = crypto.randomUUID();
    await send(line.url, { external_lead_id: `key ${name}` }, key);
    expect(processes).toContain(program);
    expect(processes).not.toContain(key);
  });

  if (name !== 'curl') return; // the others read JSON
  it.skipIf(skipped)('sends nothing if it cannot tell which id is the lead’s', async () => {
    await using line = await badLine(real.url, []);
    const changed = { external_lead_id: 'outer', own: { external_lead_id: 'inner' } };
    expect(await send(line.url, changed)).toMatchObject({ code: 1, out: '' });
    expect(line.met).toBe(0);
  });
});
