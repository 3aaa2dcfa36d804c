import { DAY_MS } from '#operators/domain/day.ts';

/**
 * The last refused requests of vendors. Of what was sent, only the vendor's own id of the lead is kept. A store
 * may forget requests that are a month old. Any method can throw StoreUnavailable.
 */
export interface Refusals {
  /** Adds requests. After an error, some may have been kept. */
  add(requests: readonly VendorsRequest[]): Promise<void>;
  /** Resolves to this vendor's last `REFUSED_REQUESTS_KEPT`, newest first. */
  requests(vendorId: string): Promise<readonly RefusedRequest[]>;
  /** Resolves to the last request of each vendor that has any, in any order. */
  latest(): Promise<readonly VendorsRequest[]>;
  /** Removes these ids, which are the vendor's own, from its requests. */
  forget(vendorId: string, externalIds: readonly string[]): Promise<void>;
}

/** A request that was refused. */
export interface RefusedRequest {
  readonly at: Date;
  readonly requestId: string;
  /** The status of the HTTP response. */
  readonly status: number;
  /** A label from a closed list, as in the log. */
  readonly reason: string;
  /** The vendor's own id of the lead, if it could be read: at most 64 characters. */
  readonly externalId: string | undefined;
  /**
   * The fields that broke a rule, such as `phone invalid-phone`; `undefined` if the refusal was not about the
   * lead.
   */
  readonly problems: readonly string[] | undefined;
}

/** A refused request with its vendor. */
export interface VendorsRequest extends RefusedRequest {
  readonly vendorId: string;
}

/** The number of refused requests kept for each vendor. */
export const REFUSED_REQUESTS_KEPT = 50;

/** A month. Older requests are not copied to another store, which might forget them at once. */
export const REFUSED_REQUESTS_LAST_MS = 30 * DAY_MS;

/** The latest requests of one vendor, oldest first: the same in every store. */
export const latestRefused = (requests: readonly RefusedRequest[]): readonly RefusedRequest[] =>
  requests
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.requestId < b.requestId ? -1 : 1))
    .slice(-REFUSED_REQUESTS_KEPT);
