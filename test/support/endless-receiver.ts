import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** What a receiver writes when somebody speaks to it: `opening`, then `repeated` without end. Both in latin1. */
export interface Endless {
  readonly opening?: string;
  readonly repeated: string;
}

/** A receiver on loopback that never ends its answer, in a thread of its own. */
export async function startEndlessReceiver(endless: Endless) {
  const worker = new Worker(new URL(import.meta.url), { workerData: endless });
  const [port] = (await once(worker, 'message')) as [number];
  return { port, close: () => worker.terminate() };
}

function serve({ opening = '', repeated }: Endless): void {
  const much = Buffer.from(repeated.repeat(Math.ceil(65_536 / repeated.length)), 'latin1');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(opening, 'latin1');
      const timer = setInterval(() => socket.writableNeedDrain || socket.write(much), 10); // 6 MB a second
      socket.on('close', () => clearInterval(timer));
    });
  });
  server.listen(0, '127.0.0.1', () => postMessage((server.address() as AddressInfo).port));
}

const postMessage = (port: number): void => parentPort?.postMessage(port);
if (workerData) serve(workerData as Endless);
