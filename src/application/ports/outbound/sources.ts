import type { HeldLead } from '../../../domain/held-lead.ts';
import type { Source } from '../../../domain/source.ts';

/** The sources that leads come from. Any method can throw StoreUnavailable. Ids are any text, compared exactly. */
export interface Sources {
  source(id: string): Promise<Source | undefined>;
  /** Keeps when the last test came. Does nothing if there is no such source. */
  markTested(id: string, at: Date): Promise<void>;
  /**
   * Keeps it for a person, unless it is held already, by its id. `full`: its source has `HELD_KEPT` others. What came before
   * `heldSince` its time counts as gone, and may be removed. Once it resolves, it is durable; after an error, it may be kept.
   */
  hold(held: HeldLead): Promise<'held' | 'held-before' | 'full'>;
}

/** Tells operators that something waits for them. Can be repeated: they are told once. Throws StoreUnavailable. */
export type AnnounceHeld = (held: HeldLead) => Promise<void>;
