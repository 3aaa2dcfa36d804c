import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { leads, startServer } from '../support/processes.ts';

const PROMISED_MS = 5_000;
const CALLERS = 16;

interface Answer {
  readonly status: number;
  /** When it was requested, by the clock of `performance`. */
  readonly sent: number;
  readonly came: number;
}

/** Callers that send one request after another, without a pause, until they are stopped. */
function load(urls: readonly string[], key: string) {
  const answers: Answer[] = [];
  let going = true;
  const callers = Array.from({ length: CALLERS }, async (_, n) => {
    while (going) {
      const sent = performance.now();
      const response = await fetch(`${urls[n % urls.length]}/v1/lead/unknown`, {
        headers: { 'x-api-key': key },
      });
      await response.arrayBuffer();
      answers.push({ status: response.status, sent, came: performance.now() });
    }
  });
  /** Whether nobody has been served for that long. */
  const quietFor = (ms: number): boolean => {
    const served = answers.findLast(({ status }) => status !== 403);
    return served !== undefined && performance.now() - served.came > ms;
  };
  const stop = async (): Promise<readonly Answer[]> => {
    going = false;
    await Promise.all(callers);
    return answers;
  };
  return { quietFor, stop };
}

describe.skipIf(noMongodb)('a revoked key', () => {
  it('is refused by every server within five seconds, under load', async ({ annotate }) => {
    const env = { MONGODB_URI: freshDatabase(), LOG_LEVEL: 'silent' };
    await using first = await startServer(env);
    await using second = await startServer(env);
    await leads(['vendor', 'add', 'Acme'], env);
    const { key, keyId } = JSON.parse((await leads(['key', 'issue', 'Acme', '--json'], env)).out);

    const { quietFor, stop } = load([first.url, second.url], key);
    await sleep(1_000);
    expect(await leads(['key', 'revoke', keyId], env)).toMatchObject({ code: 0 });
    const revoked = performance.now();
    while (!quietFor(1_500) && performance.now() - revoked < PROMISED_MS + 1_500) await sleep(100);
    const answers = await stop();

    const accepted = answers.filter(({ status }) => status === 404);
    const refused = answers.filter(({ status }) => status === 403);
    expect(accepted.length + refused.length).toBe(answers.length);
    expect(accepted.length).toBeGreaterThan(100);
    expect(refused.length).toBeGreaterThan(100);
    const firstRefusal = Math.min(...refused.map(({ came }) => came)) - revoked;
    const lastAcceptance = Math.max(...accepted.map(({ sent }) => sent)) - revoked;
    await annotate(
      `${answers.length} requests; from the end of key revoke to the first 403: ${Math.round(firstRefusal)} ms, to the last request that was still served: ${Math.round(lastAcceptance)} ms`,
    );
    expect(lastAcceptance).toBeLessThan(PROMISED_MS);
  });
});
