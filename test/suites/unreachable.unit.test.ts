import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../src/application/ports/outbound/store.ts';
import { type Breakable, expectUnavailable, telling } from '../../suites/unreachable.ts';

const LIMIT = 200;

/** A call that fails with this error while the store is broken, and a way to break and mend it. */
function store(error: Error, { comesBack = true, escapes = false, rejects = false } = {}) {
  let isBroken = false;
  const under: Breakable = {
    async breakDown() {
      isBroken = true;
      if (escapes)
        setImmediate(() => {
          throw new Error('terminating connection');
        });
      if (rejects) void Promise.reject(new Error('could not connect again'));
      return async () => {
        isBroken = !comesBack;
      };
    },
  };
  const call = async () => {
    if (isBroken) throw error;
  };
  return expectUnavailable(under, { call }, LIMIT);
}

it('an adapter that throws StoreUnavailable and comes back passes', async () => {
  await store(new StoreUnavailable('no connection'));
});

it.each([
  ['lets an error escape', new StoreUnavailable('gone'), { escapes: true }, 'ends the process'],
  ['lets a rejection escape', new StoreUnavailable('gone'), { rejects: true }, 'ends the process'],
  ['does not come back', new StoreUnavailable('gone'), { comesBack: false }, 'StoreUnavailable'],
  ['throws its driver’s error', new Error('ECONNREFUSED'), {}, 'rejected with Error: ECONNREFUSED'],
  ['quotes the customer', new StoreUnavailable(`no place for ${telling.phone}`), {}, 'quotes the customer'],
  [
    'quotes the customer in a cause',
    Object.assign(new StoreUnavailable('gone'), { cause: { key: telling.firstName } }),
    {},
    'quotes the customer',
  ],
])('an adapter that %s is told so', async (_what, error, behaviour, told) => {
  const failure = await store(error, behaviour).catch((thrown: unknown) => thrown);
  const { message, actual } = failure as { readonly message: string; readonly actual: unknown };
  expect(`${message} ${JSON.stringify(actual)}`).toContain(told);
});
