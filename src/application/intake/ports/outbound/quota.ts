/** Counts one request of a vendor and resolves to what is left of its quota, in whole requests and seconds. */
export type TakeQuota = (vendorId: string) => Promise<Quota>;

/** What is left of a vendor's quota. */
export interface Quota {
  /** Requests per window. */
  readonly limit: number;
  /** Length of the window in seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resets: number;
  /** True if this request was over the limit. */
  readonly exceeded: boolean;
}
