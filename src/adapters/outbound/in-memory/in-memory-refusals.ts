import type { RefusalCount, Refusals } from '../../../application/ports/outbound/refusals.ts';

/** Counters in a Map. */
export class InMemoryRefusals implements Refusals {
  readonly #counts = new Map<string, RefusalCount>();

  async add(counts: readonly RefusalCount[]): Promise<void> {
    for (const { day, vendorId, reason, count } of counts) {
      const key = JSON.stringify([day, vendorId, reason]);
      const before = this.#counts.get(key)?.count ?? 0;
      this.#counts.set(key, { day, vendorId, reason, count: before + count });
    }
  }

  async since(day: string): Promise<readonly RefusalCount[]> {
    return [...this.#counts.values()].filter((each) => each.day >= day);
  }
}
