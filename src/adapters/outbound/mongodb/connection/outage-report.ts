import type { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { asUnready } from './store-errors.ts';

/** Warns once for each reason why the database cannot be used, and once when it works again. */
export class OutageReport {
  readonly #warn: (message: string) => void;
  #reason: string | undefined;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  succeeded(): void {
    if (this.#reason) this.#warn('MongoDB can be used now.');
    this.#reason = undefined;
  }

  /** Reports a failure, and returns it as StoreUnavailable. */
  failed(error: unknown): StoreUnavailable {
    const unready = asUnready(error);
    if (this.#reason !== unready.message) {
      this.#reason = unready.message;
      this.#warn(`MongoDB cannot be used (${unready.message}); every use of it tries again.`);
    }
    return unready;
  }
}
