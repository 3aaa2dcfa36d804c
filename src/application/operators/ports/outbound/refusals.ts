import { DAY_MS } from '../../../../domain/day.ts';

/**
 * The last requests of vendors that were refused. Nothing of what was sent, but the vendor's own id of the lead. A store may
 * forget those that are a month old. Any method can throw StoreUnavailable.
 */
export interface Refusals {
  /** Keeps these, too. After an error, some may have been kept. */
  add(requests: readonly VendorsRequest[]): Promise<void>;
  /** The last `REFUSED_REQUESTS_KEPT` of this vendor, the newest first. */
  requests(vendorId: string): Promise<readonly RefusedRequest[]>;
  /** The last one of each vendor that has any, in any order. */
  latest(): Promise<readonly VendorsRequest[]>;
  /** Takes these ids of the vendor's own off its requests. */
  forget(vendorId: string, externalIds: readonly string[]): Promise<void>;
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

/** With whose it was. */
export interface VendorsRequest extends RefusedRequest {
  readonly vendorId: string;
}

/** How many refused requests are kept of each vendor. */
export const REFUSED_REQUESTS_KEPT = 50;

/** A month, after which they are not copied to another store, which might forget them at once. */
export const REFUSED_REQUESTS_LAST_MS = 30 * DAY_MS;

/** The latest of one vendor, the oldest first: in every store the same. */
export const latestRefused = (requests: readonly RefusedRequest[]): readonly RefusedRequest[] =>
  requests
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.requestId < b.requestId ? -1 : 1))
    .slice(-REFUSED_REQUESTS_KEPT);
