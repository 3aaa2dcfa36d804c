/**
 * The memory available for the bodies of all unanswered requests. While the store is slow they pile up, and without a
 * bound memory would run out.
 */
export class BodyBudget {
  #left: number;

  constructor(bytes = 64 * 1024 * 1024) {
    this.#left = bytes;
  }

  /** Returns false, and reserves nothing, if there is not that much left. */
  reserve(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  release(bytes: number): void {
    this.#left += bytes;
  }
}
