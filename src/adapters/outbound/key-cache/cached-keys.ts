import type { ApiKeyDirectory, KnownKey } from '../../../application/ports/outbound/api-key-directory.ts';
import type { Clock } from '../../../application/ports/outbound/runtime.ts';

/** A store's answer, or a pending one. It may be out of date by the time since the request. */
interface LookUp<T> {
  readonly sent: number;
  readonly answer: Promise<T | undefined>;
}

interface CacheLimits {
  /** Milliseconds for which an answer is used. */
  readonly life: number;
  /**
   * The most answers for known keys, and for unknown ones. Separate limits: unknown keys cannot push out known ones.
   */
  readonly known: number;
  readonly unknown: number;
}

const usualLimits: CacheLimits = { life: 3_000, known: 10_000, unknown: 1_000 };

/**
 * Caches a store's answers for a short time. Callers who look up the same key at once share one request. Without a
 * cached answer, `find` throws the error of a failed look-up, which never counts as unknown.
 */
export class CachedLookUps<T> {
  readonly #look: (key: string) => Promise<T | undefined>;
  readonly #clock: Clock;
  readonly #limits: CacheLimits;
  readonly #inFlight = new Map<string, LookUp<T>>();
  readonly #known = new Map<string, LookUp<T>>();
  readonly #unknown = new Map<string, LookUp<T>>();

  constructor(
    look: (key: string) => Promise<T | undefined>,
    clock: Clock,
    limits: CacheLimits = usualLimits,
  ) {
    this.#look = look;
    this.#clock = clock;
    this.#limits = limits;
  }

  find(digest: string): Promise<T | undefined> {
    for (const lookUps of [this.#known, this.#unknown, this.#inFlight]) {
      const lookUp = lookUps.get(digest);
      if (lookUp && this.#isFresh(lookUp)) return lookUp.answer;
    }
    return this.#ask(digest);
  }

  /** The number of answers kept or awaited. */
  get size(): number {
    return this.#known.size + this.#unknown.size + this.#inFlight.size;
  }

  #ask(digest: string): Promise<T | undefined> {
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

  /** Looks a key up. Async, so that a look-up that throws at once rejects instead. */
  async #find(digest: string): Promise<T | undefined> {
    return this.#look(digest);
  }

  /**
   * Forgets a finished look-up. Returns whether it was the key's latest: an earlier answer must not replace a newer
   * one.
   */
  #finish(digest: string, lookUp: LookUp<T>): boolean {
    return this.#inFlight.get(digest) === lookUp && this.#inFlight.delete(digest);
  }

  /** Whether an answer is young enough. One from the future is not: the clock was set back. */
  #isFresh({ sent }: LookUp<T>): boolean {
    const age = this.#clock().getTime() - sent;
    return age >= 0 && age < this.#limits.life;
  }
}

/** A cache before another directory of keys. */
export class CachedKeys extends CachedLookUps<KnownKey> implements ApiKeyDirectory {
  constructor(keys: ApiKeyDirectory, clock: Clock, limits?: CacheLimits) {
    super((digest) => keys.find(digest), clock, limits);
  }
}

/** Adds a look-up; drops the oldest one when `limit` is reached. */
function keep<T>(lookUps: Map<string, LookUp<T>>, digest: string, lookUp: LookUp<T>, limit: number): void {
  if (lookUps.size >= limit) {
    const [oldest] = lookUps.keys();
    if (oldest !== undefined) lookUps.delete(oldest);
  }
  lookUps.set(digest, lookUp);
}
