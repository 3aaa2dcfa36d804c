import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A receiver of webhooks in a process of its own, so that whoever measures does not measure it. */
export interface ReceiverProcess extends AsyncDisposable {
  /** Answers 204, and tells what arrived when. */
  readonly url: string;
  /** Never answers. */
  readonly hanging: string;
  /** When each event arrived, in milliseconds since 1970, by its id. */
  readonly arrivals: Map<string, number>;
  /** How many messages have arrived. */
  messages(): number;
}

export async function startReceiver(): Promise<ReceiverProcess> {
  const child = fork(fileURLToPath(import.meta.url), ['receive']);
  const [[port, hanging]] = (await once(child, 'message')) as [[number, number]];
  const arrivals = new Map<string, number>();
  let messages = 0;
  child.on('message', (news: [string, number][]) => {
    messages += news.length;
    for (const [id, at] of news) arrivals.set(id, at);
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    hanging: `http://127.0.0.1:${hanging}/`,
    arrivals,
    messages: () => messages,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function receive(): Promise<void> {
  let news: [string, number][] = [];
  const counting = createServer((request, response) => {
    news.push([String(request.headers['webhook-id']), performance.timeOrigin + performance.now()]);
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const ports = [counting, createServer(() => {})].map(async (server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  });
  process.send?.(await Promise.all(ports));
  process.on('disconnect', () => process.exit());
  for (;;) {
    await sleep(20);
    if (news.length > 0) process.send?.(news);
    news = [];
  }
}

if (process.argv[2] === 'receive') await receive();
