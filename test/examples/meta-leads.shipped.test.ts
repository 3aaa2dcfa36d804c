import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { keys, startLeadServer } from '../support/lead-server.ts';

/** As Meta's documentation of 2026 has them (leadgen webhook, Graph API v25.0); people made up. */
const graph: Record<string, object> = {
  '111': {
    id: '111',
    form_id: '222',
    field_data: [
      { name: 'full_name', values: ['Ada Byron'] },
      { name: 'email', values: ['ada@example.com'] },
      { name: 'phone_number', values: ['+15550102030'] },
      { name: 'when_do_you_want_to_buy?', values: ['soon', 'next month'] },
    ],
  },
  '333': {
    id: '333',
    field_data: [
      { name: 'FULL_NAME', values: ['<test lead: dummy data for full_name>'] },
      { name: 'email', values: ['test@meta.com'] },
      { name: 'phone_number', values: ['<test lead: dummy data for phone_number>'] },
    ],
  },
};

let meta: ReturnType<typeof createServer>;
let server: Awaited<ReturnType<typeof startLeadServer>>;
let example: ReturnType<typeof spawn>;
let url: string;
const asked: (string | undefined)[] = [];
const state = { isAway: false };

beforeAll(async () => {
  meta = createServer((request, response) => {
    const id = new URL(request.url ?? '/', 'http://x').pathname.slice(1);
    asked.push(request.headers.authorization);
    const lead = state.isAway ? undefined : graph[id];
    response
      .writeHead(lead ? 200 : 500, { 'content-type': 'application/json' })
      .end(JSON.stringify(lead ?? {}));
  }).listen(0, '127.0.0.1');
  await once(meta, 'listening');
  server = await startLeadServer();
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  example = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../examples/meta-leads/receive.ts', import.meta.url))],
    {
      env: {
        ...{ META_APP_SECRET: 'app', META_VERIFY_TOKEN: 'verify', META_PAGE_TOKEN: 'page', PORT: `${port}` },
        ...{ LEADS_URL: `${server.url}/v1`, LEADS_API_KEY: keys.key },
        GRAPH_URL: `http://127.0.0.1:${(meta.address() as AddressInfo).port}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  if (example.stdout) await once(example.stdout, 'data');
});
afterAll(async () => {
  example?.kill();
  meta?.close();
  await server?.drain();
});
beforeEach(() => {
  state.isAway = false;
});

const signed = (body: string) => `sha256=${createHmac('sha256', 'app').update(body).digest('hex')}`;
async function post(ids: readonly string[], signature?: string): Promise<number> {
  const changes = [
    { field: 'feed', value: {} },
    ...ids.map((id) => ({ field: 'leadgen', value: { leadgen_id: id, form_id: '222', page_id: '1' } })),
  ];
  const body = JSON.stringify({ object: 'page', entry: [{ id: '1', time: 1, changes }] });
  const headers = { 'x-hub-signature-256': signature ?? signed(body) };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('leads of Meta', () => {
  it('begin with the verification of the address', async () => {
    const ask = async (token: string) => {
      const answer = await fetch(
        `${url}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
      );
      return [answer.status, await answer.text()];
    };
    expect(await ask('verify')).toEqual([200, '1158201444']);
    expect(await ask('guess')).toEqual([403, '']);
  });

  it('are fetched with the token of the page, and kept once, however often they are posted', async () => {
    expect(await post(['111', '333'])).toBe(200);
    expect(await post(['111'])).toBe(200);
    expect(new Set(asked)).toEqual(new Set(['Bearer page']));
    const headers = { 'x-api-key': keys.key, 'content-type': 'application/json' };
    const other = JSON.stringify({ ...validLead, first_name: 'Bob' });
    for (const id of ['111', '333']) {
      const sent = { method: 'POST', headers: { ...headers, 'idempotency-key': `meta:${id}` }, body: other };
      expect((await fetch(`${server.url}/v1/lead`, sent)).status, 'its key was used for it').toBe(422);
    }
  });

  it('are refused without a signature of the app', async () => {
    expect([await post(['111'], 'sha256=00'), await post(['111'], signed('other'))]).toEqual([401, 401]);
  });

  it('are posted again while Meta does not tell them', async () => {
    state.isAway = true;
    expect(await post(['111'])).toBe(502);
    state.isAway = false;
    expect(await post(['111'])).toBe(200);
    if (example.stderr) void text(example.stderr);
  });
});
