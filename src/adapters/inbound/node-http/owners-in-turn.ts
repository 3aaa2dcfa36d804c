interface Waiting {
  readonly begin: () => void;
  readonly rest: number;
}

/** One has its turn at a time, and whoever has waited longest without a turn is next. */
export class OwnersInTurn {
  /** What each owner waits for, first the one whose turn is next. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isUnderWay = false;

  /**
   * Resolves when it is the turn of this owner, and of this one of its own.
   * `rest`: milliseconds from then on that nobody has a turn, so that others come to theirs.
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
