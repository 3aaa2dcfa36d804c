/**
 * The store cannot be reached or is too busy to answer. Whether anything was kept is unknown. The message is logged:
 * never pass on a driver's text, which may quote a customer.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Resolves to whether requests can be served now. Never throws. */
export type StoreHealth = () => Promise<boolean>;
