import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { StoreUnavailable } from '../application/ports/outbound/store.ts';

/** A store under test that can be taken away. */
export interface Breakable {
  /**
   * From now on, the adapter cannot reach its store. May resolve to a function that mends it; else nothing but `close` is
   * called afterwards.
   */
  breakDown?(): Promise<void | (() => Promise<void>)>;
}

/** What a customer gave, in tests of errors: no error may quote it. */
export const telling = { firstName: 'Xanthippe', phone: '2125550123', notes: 'Zugzwang.' };
const quotes = /(?:@|%40)example\.com|xanthippe|2125550123|zugzwang/i;

export type Calls = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Expects each call to succeed. Then breaks the store down, and expects StoreUnavailable from each within the limit (in
 * milliseconds): anything else would be a fault to the service. Then mends the store, and expects success again.
 */
export async function expectUnavailable(under: Breakable, calls: Calls, limit: number): Promise<void> {
  const escaped = await escapedErrors(async () => {
    const first = await outcomesOf(calls, limit); // at once: now several connections are open
    expect(first, 'a call fails although the store can be reached').toEqual(all(calls, 'done'));
    const mend = await under.breakDown?.();
    const cause =
      'without its store, each call rejects with StoreUnavailable: in time, and quoting no customer';
    expect(await outcomesOf(oneAhead(calls), limit), cause).toEqual(all(calls, 'StoreUnavailable'));
    if (!mend) return;
    await mend();
    await expect
      .poll(() => outcomesOf(calls, limit), {
        timeout: 2 * limit,
        interval: 100,
        message: 'the store can be reached again, and a call still fails: connect anew',
      })
      .toEqual(all(calls, 'done'));
  });
  expect(
    escaped,
    'an error that nobody handles ends the process: listen for `error` on the pool, and on each connection in use',
  ).toEqual([]);
}

/** A connection breaks under the first call; others are idle as they break, before there are more calls. */
const oneAhead = (calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call], n) => [name, n === 0 ? call : () => pause(50).then(call)]),
  );

const all = (calls: Calls, outcome: string): string[] =>
  Object.keys(calls).map((name) => `${name}: ${outcome}`);

const outcomesOf = (calls: Calls, limit: number): Promise<string[]> =>
  Promise.all(Object.entries(calls).map(async ([name, call]) => `${name}: ${await outcomeOf(call, limit)}`));

/** In words. */
async function outcomeOf(call: () => Promise<unknown>, limit: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${limit / 1_000} s`), limit);
  });
  const answer = Promise.resolve()
    .then(call)
    .then(
      () => 'done',
      (error: unknown) => {
        if (!(error instanceof StoreUnavailable)) return `rejected with ${error}`;
        // Its message, its stack, its cause and whatever else it carries: all of it may be logged.
        return quotes.test(inspect(error, { depth: 9 }))
          ? 'StoreUnavailable that quotes the customer'
          : 'StoreUnavailable';
      },
    );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** What nobody handled meanwhile, a rejection too. Without this, it would be laid to the run, and to no test. */
async function escapedErrors(work: () => Promise<void>): Promise<unknown[]> {
  const escaped: unknown[] = [];
  const note = (error: unknown) => void escaped.push(error);
  const exceptions = process.listeners('uncaughtException');
  const rejections = process.listeners('unhandledRejection');
  process.removeAllListeners('uncaughtException').on('uncaughtException', note);
  process.removeAllListeners('unhandledRejection'); // then it becomes an exception
  try {
    await work();
    await pause(50); // an idle connection may be heard of a little later
  } finally {
    process.off('uncaughtException', note);
    for (const listener of exceptions) process.on('uncaughtException', listener);
    for (const listener of rejections) process.on('unhandledRejection', listener);
  }
  return escaped;
}
