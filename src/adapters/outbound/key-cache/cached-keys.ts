import type { ApiKeyDirectory, Clock, KnownKey } from '../../../application/ports/outbound.ts';

/** An answer, or one on its way. It counts from when it was asked for: what it says may be as old as that. */
interface LookUp {
  readonly sent: number;
  readonly answer: Promise<KnownKey | undefined>;
}

export interface CacheLimits {
  /** Milliseconds that an answer is used for. */
  readonly life: number;
  /** Answers kept of keys that exist, and of such that do not: neither crowds out the other. */
  readonly known: number;
  readonly unknown: number;
}

const usualLimits: CacheLimits = { life: 3_000, known: 10_000, unknown: 1_000 };

/**
 * Remembers for a moment what another directory answered, and asks it once for all who ask at the same time.
 * What cannot be looked up and is not remembered throws as the other directory does: it is never nobody's key.
 */
export class CachedKeys implements ApiKeyDirectory {
  readonly #keys: ApiKeyDirectory;
  readonly #clock: Clock;
  readonly #limits: CacheLimits;
  readonly #underWay = new Map<string, LookUp>();
  readonly #known = new Map<string, LookUp>();
  readonly #unknown = new Map<string, LookUp>();

  constructor(keys: ApiKeyDirectory, clock: Clock, limits: CacheLimits = usualLimits) {
    this.#keys = keys;
    this.#clock = clock;
    this.#limits = limits;
  }

  find(digest: string): Promise<KnownKey | undefined> {
    for (const lookUps of [this.#known, this.#unknown, this.#underWay]) {
      const lookUp = lookUps.get(digest);
      if (lookUp && this.#isFresh(lookUp)) return lookUp.answer;
    }
    return this.#ask(digest);
  }

  /** Answers held at the moment. */
  get size(): number {
    return this.#known.size + this.#unknown.size + this.#underWay.size;
  }

  #ask(digest: string): Promise<KnownKey | undefined> {
    const lookUp = { sent: this.#clock().getTime(), answer: this.#keys.find(digest) };
    this.#underWay.set(digest, lookUp);
    lookUp.answer.then(
      (key) => {
        this.#land(digest, lookUp);
        this.#known.delete(digest);
        this.#unknown.delete(digest);
        if (key) keep(this.#known, digest, lookUp, this.#limits.known);
        else keep(this.#unknown, digest, lookUp, this.#limits.unknown);
      },
      () => this.#land(digest, lookUp),
    );
    return lookUp.answer;
  }

  #land(digest: string, lookUp: LookUp): void {
    if (this.#underWay.get(digest) === lookUp) this.#underWay.delete(digest);
  }

  /** A clock that was set back makes nothing fresh. */
  #isFresh({ sent }: LookUp): boolean {
    const age = this.#clock().getTime() - sent;
    return age >= 0 && age < this.#limits.life;
  }
}

/** The oldest makes room. */
function keep(lookUps: Map<string, LookUp>, digest: string, lookUp: LookUp, limit: number): void {
  if (lookUps.size >= limit) {
    const [oldest] = lookUps.keys();
    if (oldest !== undefined) lookUps.delete(oldest);
  }
  lookUps.set(digest, lookUp);
}
