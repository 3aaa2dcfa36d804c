/**
 * The store cannot be reached or is too busy to answer. Whether anything was kept is unknown. The message is logged:
 * never pass on a driver's text, which may quote a customer.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Resolves to whether requests can be served now. Never throws. */
export type StoreHealth = () => Promise<boolean>;

/** A kind of program. Each may have a user of its own in the store. */
export type StoreRole = 'api' | 'deliverer' | 'desk';

/**
 * Resolves to the rights that programs of these kinds need and this process lacks, each such as `update on
 * deliveries`. Empty if none is missing or the store does not tell. Throws StoreUnavailable.
 */
export type MissingRights = (roles: readonly StoreRole[]) => Promise<readonly string[]>;

/** Resolves to the store's problems, such as a missing index, each as a sentence. Throws StoreUnavailable. */
export type StoreProblems = () => Promise<readonly string[]>;

/** Resolves to the time by the store's own clock. Throws StoreUnavailable. */
export type StoreTime = () => Promise<Date>;
