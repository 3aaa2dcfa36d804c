/** Wakes this process's deliverer when an event was kept, before its next round. */
export class Bell {
  #hear = (): void => {};

  readonly ring = (): void => this.#hear();

  hear(listener: () => void): void {
    this.#hear = listener;
  }
}
