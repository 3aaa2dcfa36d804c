/** Milliseconds of work that whoever else waits for this process does not notice. */
const STEP = 2;

/** Long work in steps: once one `isLong`, `next` gives others their turn. */
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
