/** Of each hook, so that a slow receiver holds nobody else up. */
const OF_EACH = 16;
/** Of all hooks, about: each gets its part of these, and one at least, however many others hang. */
const OF_ALL = 256;

/** The tries that are under way. Each hook has its part of the places: a try that hangs keeps one, and no other's. */
export class Places {
  readonly #tries = new Map<string, Set<Promise<void>>>();

  /** How many tries a hook may have under way. */
  get share(): number {
    return Math.max(1, Math.min(OF_EACH, Math.floor(OF_ALL / this.#tries.size)));
  }

  /** Whether only one try is under way. */
  get isOneTaken(): boolean {
    const [tries, others] = this.#tries.values();
    return tries?.size === 1 && others === undefined;
  }

  /** Resolves when the hook has a place for another try. */
  async free(hookId: string): Promise<void> {
    for (;;) {
      const tries = this.#tries.get(hookId);
      if (!tries || tries.size < this.share) return;
      await Promise.race(tries);
    }
  }

  /** The try, which never rejects, has a place until it ends. */
  take(hookId: string, work: Promise<void>): void {
    const tries = this.#tries.get(hookId) ?? new Set();
    this.#tries.set(hookId, tries);
    const done = work.finally(() => {
      tries.delete(done);
      if (tries.size === 0) this.#tries.delete(hookId);
    });
    tries.add(done);
  }
}
