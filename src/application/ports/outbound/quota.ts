/** Counts one request of a vendor and resolves to the rest of its quota, in whole requests and seconds. */
export type TakeQuota = (vendorId: string) => Promise<Quota>;

/** The rest of a vendor's quota. */
export interface Quota {
  /** Requests in one window. */
  readonly limit: number;
  /** The window's length in seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resets: number;
  /** True if this request was over the limit. */
  readonly exceeded: boolean;
}
