import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeDeskProbes } from '../../src/bootstrap/parts/desk-probes.ts';

async function answerOf({ answered }: ReturnType<typeof makeDeskProbes>, method: string, url: string) {
  const said: unknown[] = [];
  const response = {
    writeHead(status: number) {
      said.push(status);
      return response;
    },
    end: (body: string) => said.push(body),
  };
  const isAnswered = answered({ method, url } as IncomingMessage, response as unknown as ServerResponse);
  await setImmediate();
  return isAnswered && said;
}

it('a desk is ready while its store answers and it is not stopping; it is alive until it ends', async () => {
  const probes = makeDeskProbes(async () => true);
  expect(await answerOf(probes, 'GET', '/readyz?x')).toEqual([200, 'ok\n']);
  expect(await answerOf(probes, 'HEAD', '/healthz')).toEqual(['ok\n']);
  for (const [method, url] of [
    ['POST', '/readyz'],
    ['GET', '/readyz/'],
    ['GET', '/'],
  ] as const)
    expect(await answerOf(probes, method, url)).toBe(false);
  probes.leave();
  expect(await answerOf(probes, 'GET', '/readyz')).toEqual([503, 'not ready\n']);
  expect(await answerOf(probes, 'GET', '/healthz')).toEqual(['ok\n']);
  for (const health of [async () => false, () => Promise.reject(new Error('gone'))])
    expect(await answerOf(makeDeskProbes(health), 'GET', '/readyz')).toEqual([503, 'not ready\n']);
});
