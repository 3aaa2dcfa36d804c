interface Waiting {
  readonly begin: () => void;
  readonly rest: number;
}

/** Gives turns one at a time. The owner who has waited longest without one is next. */
export class OwnersInTurn {
  /** The waiting turns of each owner; the next owner stands first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isUnderWay = false;

  /**
   * Resolves when it is this owner's turn, in the order of the owner's calls. `rest`: milliseconds afterwards
   * in which nobody has a turn, so that other work is done.
   */
  turnOf(owner: string, rest: number): Promise<void> {
    return new Promise((begin) => {
      if (!this.#isUnderWay) setImmediate(this.#next);
      this.#isUnderWay = true;
      const own = this.#waiting.get(owner);
      if (own) own.push({ begin, rest });
      else this.#waiting.set(owner, [{ begin, rest }]);
    });
  }

  readonly #next = (): void => {
    const [first] = this.#waiting;
    this.#isUnderWay = first !== undefined;
    if (!first) return;
    const [owner, own] = first;
    const next = own.shift();
    this.#waiting.delete(owner);
    if (own.length > 0) this.#waiting.set(owner, own);
    next?.begin();
    setTimeout(() => setImmediate(this.#next), next?.rest); // what has arrived meanwhile is read first
  };
}
