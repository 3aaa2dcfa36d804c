import { type ChildProcess, fork } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Clients that give a server much work. */
interface RoughClients {
  readonly connections: number;
  /** What each sends first. */
  readonly opening?: string;
  /** What it then sends again and again, on a new connection when it has lost one. */
  readonly repeated: string;
  /** Whether it waits for an answer in between. */
  readonly waits?: boolean;
}

const post = (key: string, more: string, body = '') =>
  `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n${more}\r\n${body}`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const dust = (count: number) => '1\r\n \r\n'.repeat(count);
const KEY = 'key-of-zenith';
const BYTES = 580_000;

const lead = JSON.stringify({
  first_name: 'Ada',
  email: 'ada@example.com',
  deal_type: 'sales',
  vendor_name: 'Zenith',
  lead_notes: 'Call after 5 pm.',
});
const sent = (connections: number, body: string): RoughClients => ({
  connections,
  repeated: post(KEY, `Content-Length: ${Buffer.byteLength(body)}\r\n`, body),
  waits: true,
});
const large = (text: string, end = '') => sent(4, text.repeat(BYTES / text.length) + end);

export const ordinary = { leads: sent(16, lead) };

/** From sixteen connections: those with a key have one of a vendor, the others none. */
export const tinyParts: Readonly<Record<string, RoughClients>> = {
  'tiny chunks': { connections: 16, opening: post('', chunked), repeated: dust(10_000) },
  'tiny chunks, with a key': { connections: 16, opening: post(KEY, chunked), repeated: dust(10_000) },
  'tiny chunks in whole requests': {
    connections: 16,
    repeated: post(KEY, chunked, `${dust(300)}0\r\n\r\n`),
    waits: true,
  },
  'chunks with extensions': {
    connections: 16,
    opening: post('', chunked),
    repeated: '1;a=b\r\n \r\n'.repeat(7_000),
  },
  trailers: { connections: 16, repeated: post('', chunked, `0\r\n${'a:\r\n'.repeat(900)}\r\n`).repeat(10) },
  'requests that wait for no answer': { connections: 16, repeated: 'GET / HTTP/1.1\r\n\r\n'.repeat(3_000) },
  'many headers': { connections: 16, repeated: `GET / HTTP/1.1\r\n${'a:\r\n'.repeat(900)}\r\n`, waits: true },
  'a body without end': {
    connections: 16,
    opening: post('', `Content-Length: ${10 ** 12}\r\n`),
    repeated: 'x'.repeat(65_536),
  },
};

/** From four connections of one vendor. */
export const junk: Readonly<Record<string, RoughClients>> = {
  '70,000 fields': large('"a1":1,', '{}'),
  '70,000 fields in an object': sent(4, `{${'"a1":1,'.repeat(70_000)}"a":1}`),
  'one field 105,000 times': sent(4, `{${'"":1,'.repeat(105_000)}"":1}`),
  nesting: sent(4, `{"x":${'['.repeat(BYTES / 2)}${']'.repeat(BYTES / 2)}}`),
  'text that ends wrongly': sent(4, `{"lead_notes":"${'\\ud83d\\ude00'.repeat(48_000)}"]`),
  'blank names': sent(4, `{"first_name":"${' '.repeat(BYTES)}"}`),
  'escaped emoji': sent(
    4,
    JSON.stringify({ ...JSON.parse(lead), lead_notes: '#' }).replace('#', '\\ud83d\\ude00'.repeat(48_000)),
  ),
};

const all = { ...ordinary, ...tinyParts, ...junk };

/** Starts them as a process of their own: whoever measures must not be busy with them. */
export const startRoughClients = (url: string, kind: string): ChildProcess =>
  fork(fileURLToPath(import.meta.url), [url, kind]);

function keepSending(url: string, { opening = '', repeated, waits = false }: RoughClients): void {
  const { hostname, port } = new URL(url);
  const bytes = Buffer.from(repeated);
  const socket = connect(Number(port), hostname);
  const send = () => {
    while (!socket.destroyed && socket.write(bytes) && !waits);
  };
  socket.on('connect', () => {
    socket.write(opening);
    send();
  });
  socket.on(waits ? 'data' : 'drain', send);
  socket.on('error', () => {}).resume();
  socket.on('close', () =>
    setTimeout(() => keepSending(url, { opening, repeated, waits, connections: 1 }), 5),
  );
}

const [url = '', kind] = process.argv.slice(2);
const clients = Object.entries(all).find(([name]) => name === kind)?.[1];
if (clients && process.send) {
  process.on('disconnect', () => process.exit());
  for (let n = 0; n < clients.connections; n += 1) keepSending(url, clients);
}
