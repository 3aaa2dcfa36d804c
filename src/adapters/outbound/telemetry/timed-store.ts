import type { Crm } from '../../../application/ports/outbound/crm.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import type { IssuedKeys } from '../../../application/ports/outbound/vendor-directory.ts';
import type { Metrics, StoreOutcome } from './metrics.ts';

/** Wraps any CRM and measures the time of each call. */
export const timedCrm = (crm: Crm, metrics: Metrics): Crm => ({
  upsertContact: (customer) => timed(metrics, 'upsertContact', crm.upsertContact(customer)),
  addDeal: (deal) => timed(metrics, 'addDeal', crm.addDeal(deal)),
  earlierDeal: (vendorId, key) => timed(metrics, 'earlierDeal', crm.earlierDeal(vendorId, key)),
  statusOf: (leadId) => timed(metrics, 'statusOf', crm.statusOf(leadId)),
});

/** Wraps any directory of issued keys and measures the time of each look-up, for which a request has to wait. */
export const timedKeys = (keys: IssuedKeys, metrics: Metrics): IssuedKeys => ({
  find: (digest) => timed(metrics, 'findKey', keys.find(digest)),
  markUsed: (keyId, at) => keys.markUsed(keyId, at),
});

async function timed<T>(metrics: Metrics, call: keyof Crm | 'findKey', answer: Promise<T>): Promise<T> {
  const started = performance.now();
  let outcome: StoreOutcome = 'done';
  try {
    return await answer;
  } catch (error) {
    outcome = error instanceof StoreUnavailable ? 'unavailable' : 'failed';
    throw error;
  } finally {
    metrics.storeCalled(call, outcome, performance.now() - started);
  }
}
