/**
 * What requests of vendors were refused: how many, by day and reason, and the last of them. Nothing of what was sent, but
 * the vendor's own id of the lead. Any method can throw StoreUnavailable.
 */
export interface Refusals {
  /** Adds to what is kept. After an error, some may have been added. */
  add(counts: readonly RefusalCount[]): Promise<void>;
  /** Those from this day on, in any order, without their requests. A store may forget days that are a month old. */
  since(day: string): Promise<readonly RefusalCount[]>;
  /** The last `REFUSED_REQUESTS_KEPT` of this vendor, the newest first. A store may forget those that are a month old. */
  requests(vendorId: string): Promise<readonly RefusedRequest[]>;
  /** Takes these ids of the vendor's own off its requests. */
  forget(vendorId: string, externalIds: readonly string[]): Promise<void>;
}

/** How often one vendor was refused for one reason on one day. */
export interface RefusalCount {
  /** The day where the business is: `2026-11-25`. */
  readonly day: string;
  readonly vendorId: string;
  /** A label from a closed list, as in the log. */
  readonly reason: string;
  readonly count: number;
  /** The last of these requests: `REFUSED_REQUESTS_KEPT` at most. */
  readonly requests?: readonly RefusedRequest[] | undefined;
}

/** One request that was refused. */
export interface RefusedRequest {
  readonly at: Date;
  readonly requestId: string;
  /** Of the HTTP response. */
  readonly status: number;
  /** A label from a closed list, as in the log. */
  readonly reason: string;
  /** The vendor's own id of the lead, if it could be read: at most 64 characters. */
  readonly externalId: string | undefined;
  /** Which fields broke which rule, such as `phone invalid-phone`; `undefined` if it was not the lead that was refused. */
  readonly problems: readonly string[] | undefined;
}

/** How many refused requests are kept of each vendor. */
export const REFUSED_REQUESTS_KEPT = 50;
