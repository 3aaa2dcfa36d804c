import type { Crm } from '../../../application/ports/outbound/crm.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import type { IssuedKeys } from '../../../application/ports/outbound/vendor-directory.ts';

/** How a call to the store ended. */
export type StoreOutcome = 'done' | 'unavailable' | 'failed';

type StoreCall = keyof Crm | 'findKey';

/** Called after each call to the store. `duration`: milliseconds. */
export type ReportCall = (call: StoreCall, outcome: StoreOutcome, duration: number) => void;

/** Wraps any CRM and reports the time of each call. */
export const timedCrm = (crm: Crm, report: ReportCall): Crm => ({
  upsertContact: (customer) => timed(report, 'upsertContact', crm.upsertContact(customer)),
  addDeal: (deal) => timed(report, 'addDeal', crm.addDeal(deal)),
  earlierDeal: (vendorId, key) => timed(report, 'earlierDeal', crm.earlierDeal(vendorId, key)),
  statusOf: (leadId) => timed(report, 'statusOf', crm.statusOf(leadId)),
});

/** Wraps any directory of issued keys and reports the time of each look-up. No request waits for `markUsed`. */
export const timedKeys = (keys: IssuedKeys, report: ReportCall): IssuedKeys => ({
  find: (digest) => timed(report, 'findKey', keys.find(digest)),
  markUsed: (keyId, at) => keys.markUsed(keyId, at),
});

async function timed<T>(report: ReportCall, call: StoreCall, answer: Promise<T>): Promise<T> {
  const started = performance.now();
  let outcome: StoreOutcome = 'done';
  try {
    return await answer;
  } catch (error) {
    outcome = error instanceof StoreUnavailable ? 'unavailable' : 'failed';
    throw error;
  } finally {
    report(call, outcome, performance.now() - started);
  }
}
