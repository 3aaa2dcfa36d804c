import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { run } from '../../../support/processes.ts';
import { someApi } from '../../../support/some-api.ts';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');

/** An application whose server has ended. Whatever keeps the server in memory keeps the application too. */
async function servedAndDrained(): Promise<WeakRef<RequestListener>> {
  const app: RequestListener = (_, response) => void response.end();
  const { drain } = await serve(app, { api: someApi(), port: 0 });
  await drain();
  return new WeakRef(app);
}

it('is waited for, even by a process that has nothing else to do', { timeout: 20_000 }, async () => {
  const alone = run(process.execPath, [fileURLToPath(new URL('drain-alone.ts', import.meta.url))]);
  expect(await alone.finished).toMatchObject({ code: 0, out: 'drained\n' });
});

it('keeps nothing of a server that has been drained', async () => {
  const drained = await Promise.all(Array.from({ length: 10 }, servedAndDrained));
  await delay(100);
  gc();
  expect(drained.filter((app) => app.deref())).toEqual([]);
});
