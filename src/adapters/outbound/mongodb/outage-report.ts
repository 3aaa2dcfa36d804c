import type { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { asUnready } from './store-errors.ts';

/** Tells an operator that the database cannot be used, once for each reason and not for every use, and that it can again. */
export class OutageReport {
  readonly #warn: (message: string) => void;
  #why: string | undefined;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  ended(): void {
    if (this.#why) this.#warn('MongoDB can be used now.');
    this.#why = undefined;
  }

  /** Returns the error as the outage it is. */
  met(error: unknown): StoreUnavailable {
    const unready = asUnready(error);
    if (this.#why !== unready.message) {
      this.#why = unready.message;
      this.#warn(`MongoDB cannot be used (${unready.message}); every use of it tries again.`);
    }
    return unready;
  }
}
