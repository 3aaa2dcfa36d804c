import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InMemoryRefusals } from '../../../../src/adapters/outbound/in-memory/in-memory-refusals.ts';
import { RefusalCounter } from '../../../../src/adapters/outbound/telemetry/refusal-counter.ts';
import { zoneOf } from '../../../support/time-zone.ts';

const served = {
  ...{ requestId: 'r1', traceparent: undefined, operation: 'createLead', status: 400, duration: 1 },
  ...{ vendorId: 'ven_1', keyId: undefined, leadId: undefined, replayed: undefined, problems: undefined },
  refusal: 'invalid-lead',
};
const everything = '2026-01-01';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T23:59:55Z') }));
afterEach(() => void vi.useRealTimers());

it('adds what vendors were refused every ten seconds, by the day of the refusal', async () => {
  const store = new InMemoryRefusals();
  const counter = new RefusalCounter(() => new Date());
  counter.journal.served(served); // nobody reads it yet
  counter.start(store, zoneOf('UTC'));
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
