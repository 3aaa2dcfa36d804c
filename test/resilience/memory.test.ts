import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplicaSet } from '../support/replica-set.ts';
import { connectTo } from '../support/socket.ts';
import { record } from './parts/figures.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';

const CLIENTS = 8_000;
const GIGABYTE = 1024 ** 3;
const body = Buffer.from(JSON.stringify({ ...numberedLead(2), lead_notes: '語'.repeat(50_000) }));
/** One vendor alone could not use up the room for bodies. */
const vendors = ['acme', 'zenith', 'apex', 'summit', 'vertex'];
const API_KEYS = vendors.map((vendor) => `${vendor}:key-of-${vendor}`).join();
const headOf = (vendor = '') =>
  `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: key-of-${vendor}\r\nContent-Length: ${body.length}\r\n\r\n`;

describe.skipIf(noMongod || process.platform !== 'linux')('a store that hangs', () => {
  let set: ReplicaSet;
  let server: ServerProcess;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server?.end('SIGKILL');
    await set?.stop();
  });

  /** The status that a client gets for its large lead. */
  async function submit(vendor = ''): Promise<string> {
    const socket = connectTo(server.url);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(headOf(vendor));
    socket.write(body);
    const [answer] = await once(socket, 'data');
    return String(answer).slice(9, 12);
  }

  it('and 8,000 clients with leads of 150 KB: 503, in less than 1 GB', async (context) => {
    set = await startSet([{}]);
    server = await ServerProcess.start({ MONGODB_URI: set.uri, API_KEYS });
    const vendor = new Vendor(() => server.url);
    expect(await vendor.submit(numberedLead(1), keyOf(1))).toMatchObject({ status: 200 });
    vendor.close();

    for (const node of set.nodes) node.pause();
    const statuses = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) => submit(vendors[n % vendors.length])),
    );
    expect(new Set(statuses)).toEqual(new Set(['503']));
    const peak = server.peakMemory;
    record(
      context,
      'peak memory, 8,000 leads of 150 KB and a store that hangs',
      `${Math.round(peak / 1e6)} MB`,
      '≤ 1,000 MB',
    );
    expect(peak).toBeLessThan(GIGABYTE);
    for (const node of set.nodes) node.resume();
  });
});
