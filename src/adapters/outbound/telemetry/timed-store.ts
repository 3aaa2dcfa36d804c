import type { Crm } from '../../../application/ports/outbound/crm.ts';
import type { IssuedKeys } from '../../../application/ports/outbound/issued-keys.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';

type StoreCall = keyof Crm | 'findKey';
/** The end of a call to the store. */
export type StoreOutcome = 'done' | 'unavailable' | 'failed';

/** Called after each call to the store. `duration`: milliseconds. */
export type StoreCalled = (call: StoreCall, outcome: StoreOutcome, duration: number) => void;

/** Wraps any CRM and measures the time of each call. */
export const timedCrm = <A>(crm: Crm<A>, called: StoreCalled): Crm<A> => ({
  addLead: (lead) => timed(called, 'addLead', crm.addLead(lead)),
  earlierDeal: (vendorId, key) => timed(called, 'earlierDeal', crm.earlierDeal(vendorId, key)),
  statusOf: (leadId) => timed(called, 'statusOf', crm.statusOf(leadId)),
});

/** Wraps any directory of issued keys and measures the time of each look-up, on which requests wait. */
export const timedKeys = (keys: IssuedKeys, called: StoreCalled): IssuedKeys => ({
  find: (digest) => timed(called, 'findKey', keys.find(digest)),
  markUsed: (keyId, at) => keys.markUsed(keyId, at),
});

async function timed<T>(called: StoreCalled, call: StoreCall, answer: Promise<T>): Promise<T> {
  const started = performance.now();
  let outcome: StoreOutcome = 'done';
  try {
    return await answer;
  } catch (error) {
    outcome = error instanceof StoreUnavailable ? 'unavailable' : 'failed';
    throw error;
  } finally {
    called(call, outcome, performance.now() - started);
  }
}
