import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { StoreUnavailable } from '../src/application/ports/outbound/store.ts';

/** A store under test that can be made unreachable. */
export interface Breakable {
  /**
   * Makes the store unreachable for the adapter. May resolve to a function that mends it; otherwise only
   * `close` is called afterwards.
   */
  breakDown?(): Promise<void | (() => Promise<void>)>;
}

/** A customer in tests of errors, whom no error may quote. */
export const telling = { firstName: 'Xanthippe', phone: '2125550123', notes: 'Zugzwang.' };
const quotes = /(?:@|%40)example\.com|xanthippe|2125550123|zugzwang/i;

export type Calls = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Expects each call to succeed. Then makes the store unreachable, and expects StoreUnavailable from each within
 * `limit` milliseconds: for the service, anything else would be a fault. Then mends the store, and expects
 * success again.
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

/** Delays all calls but the first: one connection then breaks in use, the others while they are idle. */
const oneAhead = (calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call], n) => [name, n === 0 ? call : () => pause(50).then(call)]),
  );

const all = (calls: Calls, outcome: string): string[] =>
  Object.keys(calls).map((name) => `${name}: ${outcome}`);

const outcomesOf = (calls: Calls, limit: number): Promise<string[]> =>
  Promise.all(Object.entries(calls).map(async ([name, call]) => `${name}: ${await outcomeOf(call, limit)}`));

/** The outcome of a call, in words. */
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
        // The whole error may be logged: message, stack, cause, and anything else it carries.
        return quotes.test(inspect(error, { depth: 9 }))
          ? 'StoreUnavailable that quotes the customer'
          : 'StoreUnavailable';
      },
    );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Collects errors and rejections that nobody handled while `work` ran. Otherwise they would count against the
 * whole run and no test.
 */
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
