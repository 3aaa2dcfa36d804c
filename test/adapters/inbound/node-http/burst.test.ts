import { spawnSync } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { startServer } from '../../../support/processes.ts';
import { someApi } from '../../../support/some-api.ts';

const CUSTOMERS = 800;
/** Other systems let too few connections wait for this test to show anything. */
const canWait =
  process.platform === 'linux' && Number(readFileSync('/proc/sys/net/core/somaxconn')) >= CUSTOMERS;

it.skipIf(!canWait)(
  'a burst of connections waits for a busy server and gets its answers',
  async () => {
    await using server = await startServer({ LOG_LEVEL: 'silent' });
    const port = Number(new URL(server.url).port);
    server.process.kill('SIGSTOP');
    const sockets = Array.from({ length: CUSTOMERS }, () => connect(port, '127.0.0.1').setEncoding('latin1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const answers = sockets.map(async (socket) => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      const [answer] = await once(socket, 'data');
      socket.destroy();
      return String(answer).slice(9, 12);
    });
    server.process.kill('SIGCONT');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']));
  },
  30_000,
);

it.skipIf(!canWait)('a burst is let in in a sixth of the turns that one listener takes', async () => {
  const burst = 500;
  let accepted = 0;
  const server = await serve((_request, response) => void response.end(), { api: someApi(), port: 0 });
  const { port } = new URL(server.url);
  subscribe('net.server.socket', () => {
    accepted += 1;
  });
  const connects = `let left = ${burst}; const { connect } = require('node:net');
    for (let n = 0; n < ${burst}; n += 1) connect(${port}, '127.0.0.1', () => (left -= 1) || process.exit());`;
  expect(spawnSync(process.execPath, ['-e', connects]).status).toBe(0); // nothing is accepted meanwhile
  let turns = 0;
  for (; accepted < burst && turns < burst; turns += 1) await turn();
  console.log(`${burst} connections in ${turns} turns`);
  expect(turns).toBeLessThan(burst / 6);
  await server.drain();
});
