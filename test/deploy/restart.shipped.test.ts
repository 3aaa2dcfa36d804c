import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { findCaddy, startFront } from '../support/caddy.ts';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { API_KEYS, keys } from '../support/lead-server.ts';
import { type ServerProcess, startServer } from '../support/processes.ts';
import { hasProxy, startProxy } from '../support/proxies.ts';

const caddy = await findCaddy();
const folder = mkdtempSync(join(tmpdir(), 'restart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CLIENTS = 8;
/** Longer than the Caddyfile takes to hear that a process goes. */
const SHUTDOWN_DELAY_MS = '5000'; // production's own

/**
 * What is in front of two processes: tried with Caddy 2.11.7, and with nginx 1.22.1 and HAProxy 2.6.12 of Debian 12. With
 * Envoy 1.40.0 it was tried by hand, on deploy/proxies/envoy.yaml.
 */
const fronts = {
  'the shipped Caddyfile': {
    isHere: caddy !== undefined,
    start: (upstreams: readonly [string, string]) =>
      startFront(caddy ?? '', upstreams, undefined, 'http://leads.example.com'),
  },
  nginx: {
    isHere: hasProxy('nginx'),
    start: (upstreams: readonly [string, string]) => startProxy('nginx', upstreams),
  },
  HAProxy: {
    isHere: hasProxy('haproxy'),
    start: (upstreams: readonly [string, string]) => startProxy('haproxy', upstreams),
  },
};

/** Sends one lead after the other, each client on its connection. What is answered, by status, until `stop` is called. */
function send(url: string) {
  const answers = new Map<string, number>();
  let isOver = false;
  const client = async (n: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; !isOver; count += 1) {
      const body = JSON.stringify({ ...validLead, email: `customer-${n}-${count}@example.com` });
      const answer = await post(url, agent, body);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      await delay(5);
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(n));
  return async () => {
    isOver = true;
    await Promise.all(clients);
    return Object.fromEntries(answers);
  };
}

const post = (url: string, agent: Agent, body: string): Promise<string> =>
  new Promise((resolve) => {
    const headers = {
      host: 'leads.example.com',
      'x-api-key': keys.key,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    request(`${url}/v1/lead`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(String(answer.statusCode)));
    })
      .on('error', (error) => resolve(error.message))
      .end(body);
  });

describe.concurrent.each(Object.entries(fronts))('behind %s', (name, { isHere, start }) => {
  it.skipIf(!isHere)(
    'nobody sees that two processes are restarted in turn',
    { timeout: 180_000 },
    async () => {
      const DATA_FILE = join(folder, `${name.replaceAll(' ', '-')}.db`);
      const env = { API_KEYS, LOG_LEVEL: 'silent', DESK_PORT: '0', DATA_FILE, SHUTDOWN_DELAY_MS };
      const ports = [await freePort(), await freePort()];
      const processes: ServerProcess[] = [];
      for (const port of ports) processes.push(await startServer({ ...env, PORT: String(port) }, 600_000));
      await using front = await start([processes[0]?.url ?? '', processes[1]?.url ?? '']);
      const stop = send(front.url);
      await delay(1_000);
      for (const [at, port] of ports.entries()) {
        processes[at]?.process.kill('SIGTERM');
        await processes[at]?.finished;
        processes[at] = await startServer({ ...env, PORT: String(port) }, 600_000);
        await delay(8_000); // until the front has heard that it is ready
      }
      const answers = await stop();
      console.log(`behind ${name}: ${JSON.stringify(answers)}`);
      for (const each of processes) await each[Symbol.asyncDispose]();
      expect(Object.keys(answers)).toEqual(['200']);
    },
  );
});
