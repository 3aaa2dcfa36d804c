import type { ApiKeyDirectory, KnownKey } from '../../../application/ports/outbound/api-key-directory.ts';
import type { Clock } from '../../../application/ports/outbound/runtime.ts';

/** An answer, or one that is still awaited. Its age counts from the request: it may be out of date by that much. */
interface LookUp {
  readonly sent: number;
  readonly answer: Promise<KnownKey | undefined>;
}

interface CacheLimits {
  /** Milliseconds for which an answer is used. */
  readonly life: number;
  /** Answers kept for existing keys and for unknown ones. Separate limits: unknown keys cannot push out existing ones. */
  readonly known: number;
  readonly unknown: number;
}

const usualLimits: CacheLimits = { life: 3_000, known: 10_000, unknown: 1_000 };

/**
 * Caches another directory's answers for a short time. Callers who look up the same key at once share one request. If
 * a key is not cached and the look-up fails, `find` throws the same error: the key never counts as unknown.
 */
export class CachedKeys implements ApiKeyDirectory {
  readonly #keys: ApiKeyDirectory;
  readonly #clock: Clock;
  readonly #limits: CacheLimits;
  readonly #inFlight = new Map<string, LookUp>();
  readonly #known = new Map<string, LookUp>();
  readonly #unknown = new Map<string, LookUp>();

  constructor(keys: ApiKeyDirectory, clock: Clock, limits: CacheLimits = usualLimits) {
    this.#keys = keys;
    this.#clock = clock;
    this.#limits = limits;
  }

  find(digest: string): Promise<KnownKey | undefined> {
    for (const lookUps of [this.#known, this.#unknown, this.#inFlight]) {
      const lookUp = lookUps.get(digest);
      if (lookUp && this.#isFresh(lookUp)) return lookUp.answer;
    }
    return this.#ask(digest);
  }

  /** Answers that are held or awaited. */
  get size(): number {
    return this.#known.size + this.#unknown.size + this.#inFlight.size;
  }

  #ask(digest: string): Promise<KnownKey | undefined> {
    const lookUp = { sent: this.#clock().getTime(), answer: this.#find(digest) };
    this.#inFlight.set(digest, lookUp);
    lookUp.answer.then(
      (key) => {
        if (!this.#finish(digest, lookUp)) return;
        this.#known.delete(digest);
        this.#unknown.delete(digest);
        if (key) keep(this.#known, digest, lookUp, this.#limits.known);
        else keep(this.#unknown, digest, lookUp, this.#limits.unknown);
      },
      () => this.#finish(digest, lookUp),
    );
    return lookUp.answer;
  }

  /** Asynchronous even if the other directory is not. */
  async #find(digest: string): Promise<KnownKey | undefined> {
    return this.#keys.find(digest);
  }

  /** Returns whether it was the latest look-up of this key: an earlier one's answer must not replace a newer one. */
  #finish(digest: string, lookUp: LookUp): boolean {
    return this.#inFlight.get(digest) === lookUp && this.#inFlight.delete(digest);
  }

  /** An answer from the future is not fresh: the clock was set back. */
  #isFresh({ sent }: LookUp): boolean {
    const age = this.#clock().getTime() - sent;
    return age >= 0 && age < this.#limits.life;
  }
}

/** Drops the oldest entry when full. */
function keep(lookUps: Map<string, LookUp>, digest: string, lookUp: LookUp, limit: number): void {
  if (lookUps.size >= limit) {
    const [oldest] = lookUps.keys();
    if (oldest !== undefined) lookUps.delete(oldest);
  }
  lookUps.set(digest, lookUp);
}
