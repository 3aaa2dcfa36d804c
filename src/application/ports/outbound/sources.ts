import type { HeldLead } from '../../../domain/sources/held-lead.ts';
import type { Source } from '../../../domain/sources/source.ts';

/** The sources that leads come from. Any method can throw StoreUnavailable. Ids are any text, compared exactly. */
export interface Sources {
  source(id: string): Promise<Source | undefined>;
  /** Keeps the time of a source's last test. Does nothing if there is no such source. */
  markTested(id: string, at: Date): Promise<void>;
  /**
   * Keeps a lead for a person, unless its id is held already. `full`: the source has as many others as there is
   * `roomFor`; of what is held apart, the oldest makes room instead. Leads older than `heldSince` count as gone, and
   * may be removed. Durable once it resolves; after an error, the lead may be kept.
   */
  hold(held: HeldLead): Promise<'held' | 'held-before' | 'full'>;
}

/** Encrypts the secrets of signed sources with a key that is not in the store. */
export interface SigningKeys {
  seal(secret: string): string;
  /** Returns the secret; `undefined` if it was sealed with a key that this process does not have. */
  open(sealed: string): string | undefined;
}

/** Tells operators that a held lead waits for them. Can be repeated: they are told once. Throws StoreUnavailable. */
export type AnnounceHeld = (held: HeldLead) => Promise<void>;
