import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { verify } from '../../examples/webhook-receiver/verify.ts';
import { verified } from '../../examples/webhook-receiver/verify-with-library.ts';
import { makeSecretOf } from '../../src/operators/adapters/outbound/webhooks/hook-secrets.ts';
import { parseNetwork } from '../../src/operators/adapters/outbound/webhooks/network.ts';
import { makePostEvent } from '../../src/operators/adapters/outbound/webhooks/post-event.ts';
import { freePort } from '../support/free-port.ts';
import { run } from '../support/processes.ts';

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
  readonly signature: string;
  readonly valid: boolean;
}

const folder = fileURLToPath(new URL('../../examples/webhook-receiver/', import.meta.url));
const vectors: Vector[] = JSON.parse(readFileSync('docs/webhook-test-vectors.json', 'utf8'));
const headersOf = ({ id, timestamp, signature }: Vector) => ({
  'webhook-id': id,
  'webhook-timestamp': `${timestamp}`,
  'webhook-signature': signature,
});

describe('the published test vectors', () => {
  it('hold valid and invalid messages', () => {
    expect(vectors.filter(({ valid }) => valid).length).toBeGreaterThan(3);
    expect(vectors.filter(({ valid }) => !valid).length).toBeGreaterThan(3);
  });

  it.each(vectors)('$name: $valid, says the verification in TypeScript', (vector) => {
    expect(verify(vector.secret, headersOf(vector), vector.body, vector.timestamp)).toBe(vector.valid);
  });

  it.each(vectors)('$name: $valid, says the library', (vector) => {
    const signatures = vector.signature.split(' ');
    const { secret, id, timestamp, body } = vector;
    const expected = new Webhook(secret).sign(id, new Date(timestamp * 1_000), body);
    expect(signatures.includes(expected)).toBe(vector.valid);
  });

  it('are judged by the verification in Python in the same way', () => {
    const script = `import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from verify import verify
vectors = json.load(open("docs/webhook-test-vectors.json"))
headers = lambda v: {"webhook-id": v["id"], "webhook-timestamp": str(v["timestamp"]), "webhook-signature": v["signature"]}
print(json.dumps([verify(v["secret"], headers(v), v["body"].encode(), v["timestamp"]) for v in vectors]))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(vectors.map(({ valid }) => valid));
  });

  it('are too old for a receiver, or not yet sent', () => {
    const [vector] = vectors as [Vector];
    for (const now of [vector.timestamp + 301, vector.timestamp - 301])
      expect(verify(vector.secret, headersOf(vector), vector.body, now)).toBe(false);
  });
});

it('the verification with the library returns the content of what it accepts', () => {
  const signature = new Webhook(secret).sign('evt_1', new Date(), '{"a":1}');
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}`,
    'webhook-signature': signature,
  };
  expect(verified(secret, headers, '{"a":1}')).toEqual({ a: 1 });
  expect(() => verified(secret, headers, '{"a":2}')).toThrow();
});

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const secret = makeSecretOf()('hook_1', 1);
const post = makePostEvent({
  policy: { httpsOnly: false, allow: [parseNetwork('127.0.0.0/8')] },
  version: '1',
});

/** A receiver as a process of its own, and how to post to it. */
async function start(program: string, file: string, env: Record<string, string> = {}) {
  const port = await freePort();
  const receiver = run(program, [`${folder}${file}`], { WEBHOOK_SECRET: secret, PORT: `${port}`, ...env });
  closing.push(async () => {
    receiver.process.kill();
    await receiver.finished;
  });
  await receiver.said('Listening');
  const url = `http://127.0.0.1:${port}/`;
  const send = async (id: string, event: object, secrets = [secret]) =>
    (
      await post({
        url,
        vendorId: undefined,
        id,
        at: new Date(),
        body: async () => JSON.stringify(event),
        secrets,
      })
    ).status;
  return { receiver, port, url, send };
}

const won = { type: 'lead.status_changed', data: { leadId: 'lead-1', status: 'Won' } };

describe.each([
  ['TypeScript', process.execPath, 'receive.ts'],
  ['Python', 'python3', 'receive.py'],
])('the receiver in %s', (_language, program, file) => {
  it('takes what the service posts, once, and refuses what somebody else does', async () => {
    const { receiver, send } = await start(program, file);
    for (let n = 0; n < 2; n += 1) expect(await send('evt_1', won)).toBe(204);
    expect(await send('evt_2', won, [makeSecretOf()('hook_2', 1)])).toBe(401);
    expect(receiver.written().out.match(/lead\.status_changed lead-1 Won/g)).toHaveLength(1);
  });

  it('accepts nothing as long as it has no secret', async () => {
    const { url } = await start(program, file, { WEBHOOK_SECRET: '' });
    const timestamp = `${Math.floor(Date.now() / 1_000)}`;
    const signature = createHmac('sha256', '').update(`evt_1.${timestamp}.{}`).digest('base64');
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });

  it('refuses what is too large before it has it, and what has no length', async () => {
    const { port, send } = await start(program, file);
    const answerTo = async (headers: string, body = '', times = 1) => {
      const socket = connect(port, '127.0.0.1');
      let isOver = false;
      const answered = new Promise<string>((resolve) => {
        socket.on('data', (chunk) => resolve(chunk.toString()));
        socket.on('close', () => resolve('the connection ended'));
        socket.on('error', () => {});
      }).finally(() => {
        isOver = true;
      });
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
      const drained = () => new Promise((resolve) => socket.once('drain', resolve));
      for (let n = 0; n < times && !isOver; n += 1)
        if (!socket.write(body)) await Promise.race([drained(), answered]);
      const answer = await answered;
      socket.destroy();
      return answer;
    };
    expect(await answerTo('Content-Length: 1000001')).toMatch(/^HTTP\/1\.[01] 4/);
    expect(await answerTo('Content-Length: -1', 'x'.repeat(100_000))).toMatch(/^HTTP\/1\.[01] 4/);
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    await answerTo('Transfer-Encoding: chunked', chunk, 10_000); // 655 MB, if it took them
    expect(await send('evt_1', won)).toBe(204);
  });

  it('reads no more of what it has refused', async () => {
    const { port } = await start(program, file);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n');
    const pieces = setInterval(() => socket.write('x'.repeat(65_536)), 1);
    await ended;
    clearInterval(pieces);
    expect(socket.bytesWritten).toBeLessThan(20_000_000);
  });

  it('goes on when somebody breaks off, or sends nothing', async () => {
    const { port, send } = await start(program, file);
    const brokenOff = connect(port, '127.0.0.1');
    brokenOff.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    await delay(100);
    brokenOff.destroy();
    const silent = connect(port, '127.0.0.1');
    closing.push(() => silent.destroy());
    await delay(100);
    expect(await send('evt_1', won)).toBe(204);
  });
});

/** Another system that an example hands events on to, which takes the first one slowly. */
async function otherSystem() {
  const got: { path: string | undefined; body: Record<string, unknown> }[] = [];
  let came = 0;
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    came += 1;
    if (came === 1) await delay(300);
    got.push({ path: request.url, body });
    response.end();
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const lead = { leadId: 'lead-1', vendor: { id: 'v', name: 'Blue Motors' } };
const moved = (status: string, statusUpdatedAt: string) => ({
  type: 'lead.status_changed',
  data: { ...lead, status, previousStatus: 'In Progress', statusUpdatedAt },
});

it('what hands leads on never lets an older status have the last word', async () => {
  const { got, url } = await otherSystem();
  const { send } = await start(process.execPath, 'to-crm.ts', { CRM_URL: url });
  const quoted = send('evt_1', moved('Quoted', '2026-05-01T10:00:00.000Z'));
  await delay(100);
  const answers = [quoted, send('evt_2', moved('Won', '2026-05-01T10:00:01.000Z'))];
  expect(await Promise.all(answers)).toEqual([204, 204]);
  expect(await send('evt_1', moved('Quoted', '2026-05-01T10:00:00.000Z'))).toBe(204);
  expect(got.map(({ body }) => body.status)).toEqual(['Quoted', 'Won', undefined]);
});

it('what posts to a chat says nothing about the customer', async () => {
  const { got, url } = await otherSystem();
  const { send } = await start(process.execPath, 'to-chat.ts', { CHAT_URL: url });
  const customer = { firstName: 'Ada', email: 'ada@example.com' };
  const data = { ...lead, status: 'In Progress', deal: { dealType: 'sales', notes: 'Call Ada' }, customer };
  expect(await send('evt_1', { type: 'lead.received', data })).toBe(204);
  expect(await send('evt_2', moved('Won', '2026-05-01T10:00:00.000Z'))).toBe(204);
  expect(got.map(({ body }) => body)).toEqual([
    { text: 'New sales lead from Blue Motors: lead-1' },
    { text: 'Lead is Won (was In Progress): lead-1' },
  ]);
});

it('what posts to a chat tells whose a lead is, who waits and what fails, with the page at the desk', async () => {
  const { got, url } = await otherSystem();
  const { send } = await start(process.execPath, 'to-chat.ts', { CHAT_URL: url });
  const page = 'https://desk.example.com/leads/lead-1';
  const data = { ...lead, status: 'In Progress', owner: { id: 'per_1', name: 'Grace' }, url: page };
  const events = [
    { type: 'lead.assigned', data },
    { type: 'lead.assigned', data: { ...data, owner: undefined } },
    { type: 'lead.unanswered', data: { ...data, waitingSince: '2026-05-01T10:00:00.000Z' } },
    {
      type: 'lead.follow_up_due',
      data: { ...data, followUp: { at: '2026-05-01T10:00:00.000Z', by: 'Linus' } },
    },
    {
      type: 'hook.paused',
      data: { hookId: 'hook_2', host: 'crm.example.com', failingSince: '2026-05-01T10:00:00.000Z' },
    },
    { type: 'of a later version', data: {} },
  ];
  for (const [n, event] of events.entries()) expect(await send(`evt_${n}`, event)).toBe(204);
  expect(got.map(({ body }) => (body as { text: string }).text)).toEqual([
    `Lead is Grace’s: ${page}`,
    `Lead is nobody’s: ${page}`,
    `Nobody has answered since 2026-05-01T10:00:00.000Z (Grace): ${page}`,
    `To be followed up now (Linus): ${page}`,
    'The webhook to crm.example.com is paused, for its receiver failed: hook_2',
  ]);
});

it('what sends mail writes to the owner, to all if nobody has the lead, and again if the mail server failed', async () => {
  const mails: { readonly to: readonly string[]; readonly text: string }[] = [];
  const mailServer = { isDown: true };
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      text(stream).then((content) => {
        if (mailServer.isDown) return done(new Error('down'));
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: content });
        done();
      }, done);
    },
  });
  const listening = smtp.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closing.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const { port } = listening.address() as AddressInfo;
  const { send } = await start(process.execPath, 'to-mail.ts', {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'leads@example.com',
    OWNERS: 'Grace=grace@example.com\nBob=bob@example.com',
  });
  const owner = { id: 'per_1', name: 'Grace' };
  const data = { ...lead, owner, url: 'https://desk.example.com/leads/lead-1' };
  expect(await send('evt_1', { type: 'lead.assigned', data })).toBe(502);
  mailServer.isDown = false;
  expect(await send('evt_1', { type: 'lead.assigned', data })).toBe(204);
  expect(await send('evt_2', { type: 'lead.unanswered', data: { ...data, owner: undefined } })).toBe(204);
  expect(await send('evt_3', { type: 'lead.assigned', data: { ...data, owner: undefined } })).toBe(204);
  expect(await send('evt_4', { type: 'lead.received', data })).toBe(204);
  const followUp = { at: '2026-05-01T10:00:00.000Z', by: 'Bob' };
  expect(await send('evt_5', { type: 'lead.follow_up_due', data: { ...data, followUp } })).toBe(204);
  expect(mails.map(({ to }) => to)).toEqual([
    ['grace@example.com'],
    ['grace@example.com', 'bob@example.com'],
    ['bob@example.com'],
  ]);
  expect(mails[0]?.text).toContain('Subject: A lead is yours');
  expect(mails[0]?.text).toContain('https://desk.example.com/leads/lead-1');
  expect(mails[0]?.text).toContain('Message-ID: <evt_1@webhooks>');
});
