/** Connections that have to wait until more of theirs is read: a few have their turn in each turn of the event loop. */
export class Turns {
  static readonly #AT_ONCE = 4;
  readonly #waiting: { proceed(): void }[] = [];

  wait(connection: { proceed(): void }): void {
    if (this.#waiting.push(connection) === 1) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    for (const connection of this.#waiting.splice(0, Turns.#AT_ONCE)) connection.proceed();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
