/** The most tries under way for one hook, so that a slow receiver holds nobody else up. */
const OF_EACH = 16;
/**
 * About the most tries under way for all hooks. Each hook gets its share of them, at least one, however many
 * others hang.
 */
const OF_ALL = 256;

/**
 * Counts the tries under way. Each hook has its own share of the places, so that a hanging try takes none of
 * another hook's.
 */
export class Places {
  readonly #tries = new Map<string, Set<Promise<void>>>();

  /** How many tries each hook may have under way. */
  get share(): number {
    return Math.max(1, Math.min(OF_EACH, Math.floor(OF_ALL / this.#tries.size)));
  }

  /** Whether exactly one try is under way. */
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

  /** Gives a try its place until it ends. `work` must never reject. */
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
