import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { API_KEYS, keys } from '../support/lead-server.ts';
import { hasEnded, startProgram, startServer } from '../support/processes.ts';
import { speakRaw } from '../support/socket.ts';

const post = (url: string) =>
  fetch(`${url}/v1/lead`, {
    method: 'POST',
    headers: { 'x-api-key': keys.key, 'content-type': 'application/json' },
    body: JSON.stringify(validLead),
  });

it('a process that is asked to end serves on for SHUTDOWN_DELAY_MS, and says at /readyz that it goes', async () => {
  const delay = 3_000;
  await using server = await startServer({ API_KEYS, LOG_LEVEL: 'silent', SHUTDOWN_DELAY_MS: String(delay) });
  expect((await post(server.url)).headers.get('connection')).toBe('keep-alive');
  const asked = performance.now();
  server.process.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
  const answer = await post(server.url);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect((await server.finished).code).toBe(0);
  expect(performance.now() - asked).toBeGreaterThan(delay);
});

it('a second signal ends it', async () => {
  await using server = await startServer({ LOG_LEVEL: 'silent', SHUTDOWN_DELAY_MS: '30000' });
  server.process.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
  await new Promise((resolve) => setTimeout(resolve, 600)); // not an echo of the first
  const asked = performance.now();
  server.process.kill('SIGTERM');
  await server.finished;
  expect(performance.now() - asked).toBeLessThan(5_000);
});

it('a signal in the moment in which it begins to listen is minded', async () => {
  const PORT = String(await freePort());
  const server = await startProgram('server', { PORT, DESK_PORT: '0', LOG_LEVEL: 'silent' });
  const listens = async () => {
    const socket = connect(Number(PORT), '127.0.0.1');
    const is = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
    ]).catch(() => false);
    socket.destroy();
    return is;
  };
  while (!(await listens())) if (hasEnded(server.process)) throw new Error('it has ended');
  server.process.kill('SIGTERM');
  expect((await server.finished).code).toBe(0);
});

it('answers whoever comes while it starts: a proxy sends as soon as it can connect', async () => {
  const heard = new Set<string>();
  const PORT = String(await freePort());
  const asked = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  for (let start = 0; start < 4; start += 1) {
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const answer = speakRaw(`http://127.0.0.1:${PORT}`, asked).catch(({ code }) => String(code));
        heard.add((await answer).slice(0, 12));
      }
    };
    const clients = Array.from({ length: 8 }, client);
    await using _server = await startServer({ PORT, LOG_LEVEL: 'silent' });
    isOver = true;
    await Promise.all(clients);
  }
  expect([...heard].sort()).toEqual(['ECONNREFUSED', 'HTTP/1.1 200']);
});
