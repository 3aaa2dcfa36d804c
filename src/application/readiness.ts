import { type Rehearse, type StoreHealth, StoreUnavailable, StoreUnfit } from './ports/outbound/store.ts';

/** Milliseconds from a rehearsal that failed to the next. */
const AGAIN = 1_000;

interface ReadinessPorts {
  readonly storeHealth: StoreHealth;
  /** `undefined` where starts must be as fast as they can, and with a store that has no rehearsal. */
  readonly rehearse: Rehearse | undefined;
  readonly warn: (message: string) => void;
}

/** Says whether a process is ready: its store answers, and has shown once that it would keep a lead. */
export class Readiness {
  readonly #ports: ReadinessPorts;
  #rehearsal: Promise<StoreUnavailable | undefined> | undefined;
  #told: string | undefined;

  constructor(ports: ReadinessPorts) {
    this.#ports = ports;
  }

  readonly isReady: StoreHealth = async () =>
    (await this.#ports.storeHealth()) && (await this.rehearsed()) === undefined;

  /** Resolves to the reason why a lead would not be kept. After a failure, it is tried again now and then. */
  rehearsed(): Promise<StoreUnavailable | undefined> {
    this.#rehearsal ??= this.#rehearse();
    return this.#rehearsal;
  }

  async #rehearse(): Promise<StoreUnavailable | undefined> {
    const failed = await this.#ports.rehearse?.({ mends: true }).then(() => undefined, asUnavailable);
    if (failed) setTimeout(() => (this.#rehearsal = undefined), AGAIN).unref();
    if (!failed || (await this.#ports.storeHealth())) this.#tell(failed?.message); // an outage is reported elsewhere
    return failed;
  }

  #tell(reason: string | undefined): void {
    if (reason === this.#told) return;
    this.#told = reason;
    this.#ports.warn(
      reason ? `Not ready, as a made-up lead cannot be kept: ${reason}.` : 'A made-up lead can be kept now.',
    );
  }
}

/** Any other error, too, would keep a lead from being kept. */
const asUnavailable = (error: unknown): StoreUnavailable =>
  error instanceof StoreUnavailable ? error : new StoreUnfit(String(error));
