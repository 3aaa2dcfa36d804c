import type { Lease, Leases } from '../../../application/operators/ports/outbound/leases.ts';

/** Leases in a Map: between the runs of one process. */
export class InMemoryLeases implements Leases {
  readonly #leases = new Map<string, Lease>();

  async take(lease: Lease, now: Date): Promise<Lease> {
    const before = this.#leases.get(lease.work);
    if (before && before.ends > now && before.holder !== lease.holder) return before;
    this.#leases.set(lease.work, lease);
    return lease;
  }

  async end(work: string, holder: string): Promise<void> {
    if (this.#leases.get(work)?.holder === holder) this.#leases.delete(work);
  }
}
