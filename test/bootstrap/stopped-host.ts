import { createHook } from 'node:async_hooks';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inMemoryStore } from '../../src/bootstrap/modules/in-memory.ts';
import { startFunction } from '../../src/bootstrap/start-function.ts';
import { startDelivery, startDesk, startServer } from '../../src/library/server.ts';

/** Longer than a process that is asked to end may take. */
const LIMIT = 9_500;
/** In which workers end, also on a busy machine. */
const SETTLED = 2_000;

const file = join(tmpdir(), `stopped-${process.pid}.db`);
const env = {
  LOG_LEVEL: 'silent',
  PORT: '0',
  DESK_PORT: '0',
  METRICS_PORT: '0',
  DATA_FILE: file,
  API_KEYS: 'acme:key',
};
const starts = {
  startServer: () => startServer({ env }),
  startDesk: () => startDesk({ env }),
  startDelivery: () => startDelivery({ env: { ...env, HOOK_KEY: 'x'.repeat(32) } }),
  startFunction: async () =>
    void (await startFunction({
      store: inMemoryStore(),
      env: { LOG_LEVEL: 'silent', API_KEYS: 'acme:key' },
    })),
};

const listeners = (): string[] =>
  [process, process.stdout].flatMap((emitter) =>
    emitter.eventNames().flatMap((name) => Array(emitter.listenerCount(name)).fill(String(name))),
  );
const alive = new Map<number, string>();
const kinds = [
  'Timeout',
  'TCPSERVERWRAP',
  'TCPWRAP',
  'PIPEWRAP',
  'PROCESSWRAP',
  'WORKER',
  'MESSAGEPORT',
  'SIGNALWRAP',
];
createHook({
  init: (id, kind) => void (kinds.includes(kind) && alive.set(id, kind)),
  destroy: (id) => void alive.delete(id),
}).enable();
/** Timers, also those that keep no process alive, and what the system keeps open. */
const resources = (): string[] => [...alive.values()];

/** What is in the second list and not in the first. */
function added(before: readonly string[], after: readonly string[]): string[] {
  const left = [...after];
  for (const each of before) {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

const start = starts[process.argv[2] as keyof typeof starts];
process.stdout.write('\n'); // its own handles are there from now on
await (await starts.startServer())?.stop(); // makes the file, which a desk and a deliverer do not
await (await start())?.stop(); // what is made once and kept is there from now on
await delay(SETTLED);
const before = { listeners: listeners(), resources: resources() };
await (await start())?.stop();
await delay(SETTLED);
const left = {
  listeners: added(before.listeners, listeners()),
  resources: added(before.resources, resources()),
};
await delay(LIMIT);
rmSync(file, { force: true });
process.stdout.write(`${JSON.stringify(left)}\n`);
