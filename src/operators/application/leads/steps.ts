/** Milliseconds of work that others who wait for this process do not notice. */
const STEP = 2;

/** Divides long work into steps: once a step `isLong`, `next` lets others run. */
export class Steps {
  #began = performance.now();

  get isLong(): boolean {
    return performance.now() - this.#began > STEP;
  }

  async next(): Promise<void> {
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
    this.#began = performance.now();
  }
}
