import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RefusedRequests } from '../../../../../src/operators/adapters/outbound/refusals/refused-requests.ts';
import type { VendorsRequest } from '../../../../../src/operators/application/ports/outbound/refusals.ts';
import { inMemory, storeInFile } from '../../../../support/sqlite-file.ts';

const served = {
  ...{ requestId: 'r1', traceparent: undefined, operation: 'createLead', status: 400, duration: 1 },
  ...{ vendorId: 'ven_1', keyId: undefined, leadId: undefined, replayed: undefined, problems: undefined },
  refusal: 'invalid-lead',
};

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T23:59:55Z') }));
afterEach(() => void vi.useRealTimers());

/** What keeps refused requests, not yet started, and its store, which tells what was added. */
function refusedIn() {
  const store = storeInFile(inMemory()).refusals;
  const added: (readonly VendorsRequest[])[] = [];
  const { add } = store;
  store.add = async (requests) => {
    added.push(requests);
    await add.call(store, requests);
  };
  const refused = new RefusedRequests(() => new Date());
  return { refused, store, added };
}

it('adds what vendors were refused every ten seconds', async () => {
  const { refused, store } = refusedIn();
  const kept = async (vendorId: string) =>
    (await store.requests(vendorId)).map(({ requestId, reason }) => `${requestId} ${reason}`);
  refused.journal.served(served); // nobody keeps it yet
  refused.start(() => store);
  refused.journal.served(served);
  refused.journal.served({ ...served, refusal: 'too-many-requests', requestId: 'r2' });
  refused.journal.served({ ...served, refusal: undefined });
  refused.journal.served({ ...served, refusal: 'forbidden', vendorId: undefined });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await store.latest()).toEqual([]);
  const invalid = { externalId: 'A-1001', problems: ['phone invalid-phone'] };
  refused.journal.served({ ...served, ...invalid, vendorId: 'ven_2' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await kept('ven_1')).toEqual(['r2 too-many-requests', 'r1 invalid-lead']);
  const { requestId, status } = served;
  const at = new Date('2026-03-02T00:00:04Z');
  expect(await store.requests('ven_2')).toEqual([
    { at, requestId, status, reason: 'invalid-lead', ...invalid },
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await kept('ven_1')).toHaveLength(2);

  refused.journal.served({ ...served, requestId: 'last' });
  await refused.stop();
  expect((await kept('ven_1'))[0]).toBe('last invalid-lead');
  expect(vi.getTimerCount()).toBe(0);
});

it('adds the last requests of each vendor, and no more of a flood', async () => {
  const { refused, store, added } = refusedIn();
  refused.start(() => store);
  for (let n = 0; n < 10_000; n += 1) refused.journal.served({ ...served, requestId: `r${n}` });
  refused.journal.served({ ...served, vendorId: 'ven_2' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(added.map(({ length }) => length)).toEqual([51]);
  expect((await store.requests('ven_1'))[0]?.requestId).toBe('r9999');
  await refused.stop();
});

it('adds at once where no timer runs, but in a flood some times a minute', async () => {
  const { refused, store, added } = refusedIn();
  refused.startWithoutTimer(() => store);
  const refuse = async (requestId: string) => {
    refused.journal.served({ ...served, requestId });
    await refused.addSome();
  };
  refused.journal.served({ ...served, refusal: undefined });
  await refused.addSome();
  expect(added).toHaveLength(0);
  await refuse('r1');
  expect(await store.requests('ven_1')).toMatchObject([{ requestId: 'r1' }]);
  vi.setSystemTime('2026-03-02T00:00:00Z');
  for (let n = 0; n < 1_000; n += 1) await refuse(`r${n}`);
  expect(added).toHaveLength(1 + 6);
  vi.setSystemTime('2026-03-02T00:01:00Z');
  await refuse('last');
  expect(added).toHaveLength(1 + 6 + 1);
  expect((await store.requests('ven_1'))[0]?.requestId).toBe('last');
  expect(vi.getTimerCount()).toBe(0);
});
