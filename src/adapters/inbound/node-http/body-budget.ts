/** What one body occupies, and how to tell its request that it must go. */
export interface HeldBody {
  bytes: number;
  readonly giveWay: () => void;
}

/**
 * The memory available for the bodies of all unanswered requests. While the store is slow they pile up, and without a
 * bound memory would run out. If it is used up, the body that began to arrive first and is not complete gives way:
 * clients that stop halfway cannot keep others out.
 */
export class BodyBudget {
  #left: number;
  readonly #arriving = new Set<HeldBody>();

  constructor(bytes = 64 * 1024 * 1024) {
    this.#left = bytes;
  }

  /** Returns false, and reserves nothing, if even then there is not that much left. */
  reserve(body: HeldBody, bytes: number): boolean {
    this.#arriving.add(body);
    while (bytes > this.#left) {
      const [oldest] = this.#arriving;
      if (!oldest || oldest === body) return false;
      this.release(oldest);
      oldest.giveWay();
    }
    this.#left -= bytes;
    body.bytes += bytes;
    return true;
  }

  /** From now on it does not give way. */
  arrived(body: HeldBody): void {
    this.#arriving.delete(body);
  }

  release(body: HeldBody): void {
    this.#arriving.delete(body);
    this.#left += body.bytes;
    body.bytes = 0;
  }
}
