/**
 * The store cannot be reached or is too busy to answer. Whether anything was kept is unknown. The message is logged:
 * never pass on a driver's text, which may quote a customer.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Resolves to whether requests can be served now. Never throws. */
export type StoreHealth = () => Promise<boolean>;

/** One kind of program, which may have a user of its own in the store. */
export type StoreRole = 'api' | 'deliverer' | 'desk';

/**
 * Resolves to what this process may not do of what these programs do, each such as `update on deliveries`; to nothing if
 * the store does not say. Throws StoreUnavailable.
 */
export type MissingRights = (roles: readonly StoreRole[]) => Promise<readonly string[]>;

/** Resolves to what is wrong with the store, each in a sentence, such as an index that is missing. Throws StoreUnavailable. */
export type StoreProblems = () => Promise<readonly string[]>;

/** Resolves to what the store's own clock shows. Throws StoreUnavailable. */
export type StoreTime = () => Promise<Date>;
