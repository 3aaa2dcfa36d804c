/**
 * The store cannot be reached or is too busy to answer. Whether anything was kept is unknown. The message is logged:
 * never pass on a driver's text, which may quote a customer.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * The store answers, but cannot keep a lead, and no waiting helps: it is another program, too old, or lacks a part.
 * The message says which.
 */
export class StoreUnfit extends StoreUnavailable {}

/** Resolves to whether requests can be served now. Never throws. */
export type StoreHealth = () => Promise<boolean>;

/** A kind of program. Each may have a user of its own in the store. */
export type StoreRole = 'api' | 'deliverer' | 'desk';

/**
 * Resolves to the rights that programs of these kinds need and this process lacks, each such as `update on
 * deliveries`. Empty if none is missing or the store does not tell. Throws StoreUnavailable.
 */
export type MissingRights = (roles: readonly StoreRole[]) => Promise<readonly string[]>;

/**
 * Resolves to the store's problems, such as a missing index, each as a sentence. `unwarned`: without those that its
 * connections warn of by themselves. Throws StoreUnavailable.
 */
export type StoreProblems = (order?: { readonly unwarned: boolean }) => Promise<readonly string[]>;

/** Resolves to the bytes that the store's disk has left, and a sentence if that is too little. Throws StoreUnavailable. */
export type StoreRoom = () => Promise<{ readonly free: number; readonly problem: string | undefined }>;

/** Resolves to the time by the store's own clock. Throws StoreUnavailable. */
export type StoreTime = () => Promise<Date>;

/**
 * Keeps a made-up lead with all that belongs to it, by the same statements as real leads, and takes it back in the
 * same transaction: nothing of it is ever visible, counted or announced. With `mends`, first makes what the store
 * lacks and can have at once. Throws StoreUnavailable; StoreUnfit, if waiting does not help.
 */
export type Rehearse = (order: { readonly mends: boolean }) => Promise<void>;
