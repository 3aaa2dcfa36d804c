import {
  REFUSED_REQUESTS_KEPT,
  type RefusalCount,
  type Refusals,
  type RefusedRequest,
} from '../../../application/ports/outbound/refusals.ts';

/** Counters in a Map. */
export class InMemoryRefusals implements Refusals {
  readonly #counts = new Map<string, RefusalCount>();
  /** By vendor; the oldest first. */
  readonly #requests = new Map<string, readonly RefusedRequest[]>();

  async add(counts: readonly RefusalCount[]): Promise<void> {
    for (const { day, vendorId, reason, count, requests = [] } of counts) {
      const key = JSON.stringify([day, vendorId, reason]);
      const before = this.#counts.get(key)?.count ?? 0;
      this.#counts.set(key, { day, vendorId, reason, count: before + count });
      const all = [...this.#requestsOf(vendorId), ...requests].sort(
        (a, b) => a.at.getTime() - b.at.getTime(),
      );
      this.#requests.set(vendorId, all.slice(-REFUSED_REQUESTS_KEPT));
    }
  }

  async since(day: string): Promise<readonly RefusalCount[]> {
    return [...this.#counts.values()].filter((each) => each.day >= day);
  }

  async requests(vendorId: string): Promise<readonly RefusedRequest[]> {
    return this.#requestsOf(vendorId).toReversed();
  }

  async forget(vendorId: string, externalIds: readonly string[]): Promise<void> {
    const forgotten = this.#requestsOf(vendorId).map((request) =>
      externalIds.includes(request.externalId ?? '') ? { ...request, externalId: undefined } : request,
    );
    this.#requests.set(vendorId, forgotten);
  }

  #requestsOf(vendorId: string): readonly RefusedRequest[] {
    return this.#requests.get(vendorId) ?? [];
  }
}
