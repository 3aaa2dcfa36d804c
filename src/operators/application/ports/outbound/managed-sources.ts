import type { IdentityKey } from '../../../../domain/contact.ts';
import type { HeldLead } from '../../../../domain/held-lead.ts';
import type { Source } from '../../../../domain/source.ts';

/**
 * The sources, and what of theirs waits for people. Any method can throw StoreUnavailable, and may then have done its work.
 * Ids and keys are any text, compared exactly.
 */
export interface ManagedSources {
  /** Keeps it, unless there is one with its id. */
  addSource(source: Source): Promise<'added' | 'taken'>;
  /** All, or a vendor's; the oldest first, those of one time by id. */
  sources(vendorId?: string): Promise<readonly Source[]>;
  /** Keeps what `how` makes of it; what `how` throws passes through. `undefined` if there is none. */
  changeSource(id: string, how: (source: Source) => Source): Promise<Source | undefined>;
  /** Removes it; what it holds stays. Resolves to whether it was there. */
  removeSource(id: string): Promise<boolean>;

  /** The oldest first, those of one time by id. */
  held(query: HeldQuery): Promise<readonly HeldSummary[]>;
  /** How many came at this time or later. */
  countHeld(since: Date): Promise<number>;
  heldLead(id: string): Promise<HeldLead | undefined>;
  /** Removes it. Resolves to whether it was there. */
  release(id: string): Promise<boolean>;
  /** Removes everything in which one of these stands. Can be repeated. */
  forgetHeld(identities: readonly IdentityKey[]): Promise<void>;
}

/** What is held, without what came: that may be long. */
export type HeldSummary = Omit<HeldLead, 'text' | 'identities'>;

/** Which of them. */
export interface HeldQuery {
  /** That came at this time or later. */
  readonly since: Date;
  /** 1 or more. */
  readonly limit: number;
}
