/** One waits in each turn of the event loop, and whoever has waited longest without a turn is next. */
export class OwnersInTurn {
  /** What each owner waits for, first the one whose turn is next. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Resolves when it is the turn of this owner, and of this one of its own. */
  turnOf(owner: string): Promise<void> {
    return new Promise((begin) => {
      if (this.#waiting.size === 0) setImmediate(this.#next);
      const own = this.#waiting.get(owner);
      if (own) own.push(begin);
      else this.#waiting.set(owner, [begin]);
    });
  }

  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (!first) return;
    const [owner, own] = first;
    own.shift()?.();
    this.#waiting.delete(owner);
    if (own.length > 0) this.#waiting.set(owner, own);
    if (this.#waiting.size > 0) setImmediate(this.#next);
  };
}
