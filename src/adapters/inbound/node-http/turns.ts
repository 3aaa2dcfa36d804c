/** Connections that are allowed more in one turn of the event loop. */
const AT_ONCE = 4;

/** Connections that have to wait until more of theirs is read: a few have their turn in each turn of the event loop. */
export class Turns {
  #waiting: { proceed(): void }[] = [];

  wait(connection: { proceed(): void }): void {
    this.#waiting.push(connection);
    if (this.#waiting.length === 1) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    const next = this.#waiting.slice(0, AT_ONCE);
    for (const connection of next) connection.proceed();
    this.#waiting = this.#waiting.slice(next.length);
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
