import type { Crm } from '../../../application/ports/outbound/crm.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import type { Metrics, StoreOutcome } from './metrics.ts';

/** Wraps any CRM and measures the time of each call. */
export class TimedCrm implements Crm {
  readonly #crm: Crm;
  readonly #metrics: Metrics;

  constructor(crm: Crm, metrics: Metrics) {
    this.#crm = crm;
    this.#metrics = metrics;
  }

  upsertContact: Crm['upsertContact'] = (customer) =>
    this.#timed('upsertContact', this.#crm.upsertContact(customer));

  addDeal: Crm['addDeal'] = (deal) => this.#timed('addDeal', this.#crm.addDeal(deal));

  earlierDeal: Crm['earlierDeal'] = (vendorId, key) =>
    this.#timed('earlierDeal', this.#crm.earlierDeal(vendorId, key));

  statusOf: Crm['statusOf'] = (leadId) => this.#timed('statusOf', this.#crm.statusOf(leadId));

  async #timed<T>(call: keyof Crm, answer: Promise<T>): Promise<T> {
    const started = performance.now();
    let outcome: StoreOutcome = 'done';
    try {
      return await answer;
    } catch (error) {
      outcome = error instanceof StoreUnavailable ? 'unavailable' : 'failed';
      throw error;
    } finally {
      this.#metrics.storeCalled(call, outcome, performance.now() - started);
    }
  }
}
