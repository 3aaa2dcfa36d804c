import {
  REFUSED_REQUESTS_KEPT,
  type Refusals,
  type RefusedRequest,
  type VendorsRequest,
} from '../../../application/operators/ports/outbound/refusals.ts';

/** The last requests in a Map. */
export class InMemoryRefusals implements Refusals {
  /** By vendor; the oldest first. */
  readonly #kept = new Map<string, readonly RefusedRequest[]>();

  async add(requests: readonly VendorsRequest[]): Promise<void> {
    for (const { vendorId, ...request } of requests) {
      const all = [...this.#of(vendorId), request].sort((a, b) => a.at.getTime() - b.at.getTime());
      this.#kept.set(vendorId, all.slice(-REFUSED_REQUESTS_KEPT));
    }
  }

  async requests(vendorId: string): Promise<readonly RefusedRequest[]> {
    return this.#of(vendorId).toReversed();
  }

  async latest(): Promise<readonly VendorsRequest[]> {
    return [...this.#kept].flatMap(([vendorId, requests]) =>
      requests.slice(-1).map((last) => ({ vendorId, ...last })),
    );
  }

  async forget(vendorId: string, externalIds: readonly string[]): Promise<void> {
    const forgotten = this.#of(vendorId).map((request) =>
      externalIds.includes(request.externalId ?? '') ? { ...request, externalId: undefined } : request,
    );
    if (forgotten.length > 0) this.#kept.set(vendorId, forgotten);
  }

  #of(vendorId: string): readonly RefusedRequest[] {
    return this.#kept.get(vendorId) ?? [];
  }
}
