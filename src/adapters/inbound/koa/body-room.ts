/**
 * The memory available for the bodies of all unanswered requests. While the store is slow they pile up, and without a
 * bound memory would run out.
 */
export class BodyRoom {
  #left: number;

  constructor(bytes = 64 * 1024 * 1024) {
    this.#left = bytes;
  }

  /** Returns false, and takes nothing, if there is not that much left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}
