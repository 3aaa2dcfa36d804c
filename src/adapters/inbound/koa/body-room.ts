/**
 * The memory there is for the bodies of all requests that are not answered yet. While the store is slow they pile up;
 * without a bound, so would memory.
 */
export class BodyRoom {
  #left: number;

  constructor(bytes = 64 * 1024 * 1024) {
    this.#left = bytes;
  }

  /** False, and nothing is taken, where there is not so much left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}
