import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InMemoryRefusals } from '../../../../src/adapters/outbound/in-memory/in-memory-refusals.ts';
import { RefusalCounter } from '../../../../src/adapters/outbound/telemetry/refusal-counter.ts';
import type { RefusalCount, Refusals } from '../../../../src/application/ports/outbound/refusals.ts';
import { zoneOf } from '../../../support/time-zone.ts';

const served = {
  ...{ requestId: 'r1', traceparent: undefined, operation: 'createLead', status: 400, duration: 1 },
  ...{ vendorId: 'ven_1', keyId: undefined, leadId: undefined, replayed: undefined, problems: undefined },
  refusal: 'invalid-lead',
};
const everything = '2026-01-01';
const zone = zoneOf('UTC');
const countingIn = (store: Refusals) => ({
  store: () => store,
  dayOf: (at: Date) => zone.dayOf(at),
});

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T23:59:55Z') }));
afterEach(() => void vi.useRealTimers());

it('adds what vendors were refused every ten seconds, by the day of the refusal', async () => {
  const store = new InMemoryRefusals();
  const counter = new RefusalCounter(() => new Date());
  counter.journal.served(served); // nobody reads it yet
  counter.start(countingIn(store));
  counter.journal.served(served);
  counter.journal.served({ ...served, refusal: 'too-many-requests' });
  counter.journal.served({ ...served, refusal: undefined });
  counter.journal.served({ ...served, refusal: 'forbidden', vendorId: undefined });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await store.since(everything)).toEqual([]);
  counter.journal.served(served);
  counter.journal.served({ ...served, vendorId: 'ven_2' });
  await vi.advanceTimersByTimeAsync(1_000);
  const first = { day: '2026-03-01', vendorId: 'ven_1', reason: 'invalid-lead', count: 1 };
  const known = [
    first,
    { ...first, reason: 'too-many-requests' },
    { ...first, day: '2026-03-02' },
    { ...first, day: '2026-03-02', vendorId: 'ven_2' },
  ];
  expect(await store.since(everything)).toEqual(known);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await store.since(everything)).toEqual(known);

  counter.journal.served({ ...served, vendorId: 'ven_2' });
  await counter.stop();
  expect(await store.since(everything)).toContainEqual({ ...known[3], count: 2 });
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps the last requests of each vendor, and no more of a flood', async () => {
  const store = new InMemoryRefusals();
  const counter = new RefusalCounter(() => new Date());
  counter.start(countingIn(store));
  const invalid = { externalId: 'A-1001', problems: ['phone invalid-phone'] };
  counter.journal.served({ ...served, ...invalid });
  await vi.advanceTimersByTimeAsync(10_000);
  const { requestId, status } = served;
  const first = {
    at: new Date('2026-03-01T23:59:55Z'),
    requestId,
    status,
    reason: 'invalid-lead',
    ...invalid,
  };
  expect(await store.requests('ven_1')).toEqual([first]);

  const added: RefusalCount[] = [];
  const { add } = store;
  store.add = async (counts) => {
    added.push(...counts);
    await add.call(store, counts);
  };
  for (let n = 0; n < 10_000; n += 1) counter.journal.served({ ...served, requestId: `r${n}` });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(added.map(({ count, requests = [] }) => [count, requests.length])).toEqual([[10_000, 50]]);
  expect((await store.requests('ven_1'))[0]?.requestId).toBe('r9999');
  await counter.stop();
});

it('adds at once where no timer runs, but in a flood some times a minute', async () => {
  const store = new InMemoryRefusals();
  let additions = 0;
  const { add } = store;
  store.add = async (counts) => {
    additions += 1;
    await add.call(store, counts);
  };
  const counter = new RefusalCounter(() => new Date());
  counter.startWithoutTimer(countingIn(store));
  const refuse = async (requestId: string) => {
    counter.journal.served({ ...served, requestId });
    await counter.addSome();
  };
  counter.journal.served({ ...served, refusal: undefined });
  await counter.addSome();
  expect(additions).toBe(0);
  await refuse('r1');
  expect(await store.requests('ven_1')).toMatchObject([{ requestId: 'r1' }]);
  vi.setSystemTime('2026-03-02T00:00:00Z');
  for (let n = 0; n < 1_000; n += 1) await refuse(`r${n}`);
  expect(additions).toBe(1 + 6);
  vi.setSystemTime('2026-03-02T00:01:00Z');
  await refuse('last');
  expect(additions).toBe(1 + 6 + 1);
  expect((await store.since(everything)).map(({ count }) => count)).toEqual([1, 1_001]);
  expect((await store.requests('ven_1')).map(({ requestId }) => requestId)).toContain('last');
  expect(vi.getTimerCount()).toBe(0);
});
