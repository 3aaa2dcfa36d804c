/** Rung once an event is kept in this process, so that its deliverer does not wait for its next round. */
export class Bell {
  #hear = (): void => {};

  readonly ring = (): void => this.#hear();

  hear(listener: () => void): void {
    this.#hear = listener;
  }
}
