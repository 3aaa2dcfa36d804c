/** How many requests of vendors were refused, by day and reason. Nothing of what was sent. Any method can throw StoreUnavailable. */
export interface Refusals {
  /** Adds to what is kept. After an error, some may have been added. */
  add(counts: readonly RefusalCount[]): Promise<void>;
  /** Those from this day on, in any order. A store may forget days that are a month old. */
  since(day: string): Promise<readonly RefusalCount[]>;
}

/** How often one vendor was refused for one reason on one day. */
export interface RefusalCount {
  /** The day where the business is: `2026-11-25`. */
  readonly day: string;
  readonly vendorId: string;
  /** A label from a closed list, as in the log. */
  readonly reason: string;
  readonly count: number;
}
