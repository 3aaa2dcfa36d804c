/** Who waits for an answer of this process at this moment: deliveries stand back for them. */
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
