import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, type TestContext } from 'vitest';
import { record } from './parts/figures.ts';
import { isLong } from './parts/form.ts';
import { junk, ordinary, startRoughClients, tinyParts } from './parts/rough-clients.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';

const MILLISECONDS = 600;
/** In turn with those of the undisturbed, so that what else the machine does befalls both. */
const ROUNDS = 3;
/** Kinds that one server stands beside: its memory holds the leads of a few. */
const KINDS = 3;
/** A busy machine moves the figures; beyond that, somebody waits for somebody else. */
const LEEWAY = 3;
/** Milliseconds. Below, a large ratio says only how fast the undisturbed are. */
const UNNOTICED = 100;

let server: ServerProcess;
afterEach(() => server?.end('SIGKILL'));

let lastNumber = 0;

/** The 99th percentile of the milliseconds that another vendor's leads take, from two connections. */
async function p99Beside(kind?: string): Promise<number> {
  const rough = kind && startRoughClients(server.url, kind);
  await sleep(300);
  const took: number[] = [];
  const end = performance.now() + MILLISECONDS;
  const send = async () => {
    const vendor = new Vendor(() => server.url);
    while (performance.now() < end) {
      lastNumber += 1;
      const began = performance.now();
      const { status } = await vendor.submit(numberedLead(lastNumber), keyOf(lastNumber));
      expect(status).toBe(200);
      took.push(performance.now() - began);
    }
    vendor.close();
  };
  await Promise.all([send(), send()]);
  if (rough) {
    rough.kill('SIGKILL');
    await once(rough, 'exit');
  }
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}

interface Round {
  readonly usual: number;
  /** Of each kind. */
  readonly beside: readonly number[];
}

async function compare(
  context: TestContext,
  kinds: readonly string[],
  most: number,
  beside?: string,
): Promise<void> {
  for (let n = 0; n < kinds.length; n += KINDS) {
    const some = kinds.slice(n, n + KINDS);
    await server?.end('SIGKILL');
    server = await ServerProcess.start({ API_KEYS: 'acme:key-of-acme,zenith:key-of-zenith' });
    await p99Beside(); // warms up
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS && (isLong || !isUnnoticed(rounds))) {
      const usual = await p99Beside(beside);
      const each: number[] = [];
      for (const kind of some) each.push(await p99Beside(kind));
      rounds.push({ usual, beside: each });
    }
    for (const [at, kind] of some.entries()) {
      const of = (round: Round): number => round.beside[at] ?? Number.NaN;
      const [usual, p99] = [median(rounds.map((round) => round.usual)), median(rounds.map(of))];
      const times = median(rounds.map((round) => of(round) / round.usual));
      const measured = `${p99.toFixed(1)} ms, × ${times.toFixed(1)} of ${usual.toFixed(1)} ms`;
      record(context, `p99 beside ${kind}, of that beside ${beside ?? 'nobody'}`, measured, `≤ × ${most}`);
      expect(p99, `beside ${kind}`).toBeLessThan(Math.max(usual * most * LEEWAY, UNNOTICED));
    }
  }
}

/** Whether more than half of all rounds are such that the median is, too, whatever the others bring. */
const isUnnoticed = (rounds: readonly Round[]): boolean =>
  rounds.filter(({ beside }) => beside.every((p99) => p99 < UNNOTICED)).length > ROUNDS / 2;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

it(
  'others wait little for sixteen connections that send tiny parts',
  (context) => compare(context, Object.keys(tinyParts), 60, Object.keys(ordinary)[0]),
  180_000,
);

it('others wait little for one vendor’s junk', (context) => compare(context, Object.keys(junk), 5), 180_000);
