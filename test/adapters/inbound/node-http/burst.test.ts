import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '../../../support/processes.ts';

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
