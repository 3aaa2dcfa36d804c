import { connect, type Socket } from 'node:net';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The next request, as it goes over the wire. */
  readonly next: () => string;
}

interface Measured {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds from sending to the complete response: the 50th and the 99th percentile. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Keeps a number of connections busy, each with one request at a time. Rejects at the first response that is not a
 * 200, and if a connection breaks.
 *
 * Written for this benchmark because every lead must come from a different customer. For requests that each have their
 * own body, autocannon needs 70 µs of CPU, as much as the fastest server here: it would measure itself. This needs 35.
 */
export async function load({ url, connections, seconds, next }: Load): Promise<Measured> {
  const latencies: number[] = [];
  const started = performance.now();
  const deadline = started + seconds * 1_000;
  await Promise.all(Array.from({ length: connections }, () => keepBusy(url, deadline, next, latencies)));
  latencies.sort((a, b) => a - b);
  const percentile = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    answers: latencies.length,
    seconds: (performance.now() - started) / 1_000,
    p50: percentile(0.5),
    p99: percentile(0.99),
  };
}

function keepBusy(url: string, deadline: number, next: () => string, latencies: number[]): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname);
    let sent = 0;
    let heard = '';
    const send = (): void => {
      sent = performance.now();
      socket.write(next(), 'latin1');
    };
    socket.setNoDelay();
    socket.setEncoding('latin1');
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer within 30 s')));
    socket.on('connect', send);
    socket.on('data', (chunk: string) => {
      heard += chunk;
      if (!isWhole(heard)) return;
      if (!heard.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(heard));
      heard = '';
      const now = performance.now();
      latencies.push(now - sent);
      if (now < deadline) send();
      else socket.end(resolve);
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the server closed the connection')));
  });
}

function isWhole(heard: string): boolean {
  const headEnd = heard.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /content-length: *(\d+)/i.exec(heard)?.[1];
  if (length === undefined) throw new Error(`an answer without its length: ${heard}`);
  return heard.length >= headEnd + 4 + Number(length);
}
