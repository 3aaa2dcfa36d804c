/** Bytes of all bodies whose requests are not yet answered: while the store is slow, they pile up. */
const LIMIT = 128 * 1024 * 1024;
/** The most of these for one vendor: none can use up what the others need. */
const SHARE = LIMIT / 4;

/** How much of the bodies of one application's unanswered requests has arrived, by vendor. */
export class HeldBodies {
  #bytes = 0;
  readonly #byVendor = new Map<string, number>();

  /** Returns false, and counts nothing, if there is no room. */
  add(vendorId: string, bytes: number): boolean {
    const ofVendor = (this.#byVendor.get(vendorId) ?? 0) + bytes;
    if (ofVendor > SHARE || this.#bytes + bytes > LIMIT) return false;
    this.#byVendor.set(vendorId, ofVendor);
    this.#bytes += bytes;
    return true;
  }

  remove(vendorId: string, bytes: number): void {
    const ofVendor = (this.#byVendor.get(vendorId) ?? 0) - bytes;
    if (ofVendor > 0) this.#byVendor.set(vendorId, ofVendor);
    else this.#byVendor.delete(vendorId);
    this.#bytes -= bytes;
  }
}
