/** Counts the callers who wait for an answer of this process. Deliveries let them go first. */
export class Callers {
  #waiting = 0;

  readonly areWaiting = (): boolean => this.#waiting > 0;

  async until<T>(answer: Promise<T>): Promise<T> {
    this.#waiting += 1;
    try {
      return await answer;
    } finally {
      this.#waiting -= 1;
    }
  }
}
