import type { IdentityKey } from '../../../../domain/contact.ts';
import type { HeldLead } from '../../../../domain/held-lead.ts';
import type { Source } from '../../../../domain/source.ts';

/**
 * The sources and their held leads, for operators. Any method can throw StoreUnavailable, and may then have done its
 * work. Ids and keys are any text, compared exactly.
 */
export interface ManagedSources {
  /** Keeps a source, unless there is one with its id. */
  addSource(source: Source): Promise<'added' | 'taken'>;
  /** Lists all sources, or a vendor's; oldest first, those of one time by id. */
  sources(vendorId?: string): Promise<readonly Source[]>;
  /** Keeps what `how` makes of a source; an error of `how` passes through. `undefined` if there is no such source. */
  changeSource(id: string, how: (source: Source) => Source): Promise<Source | undefined>;
  /** Removes a source, but not its held leads. Resolves to whether it was there. */
  removeSource(id: string): Promise<boolean>;

  /** Lists held leads, oldest first, those of one time by id. */
  held(query: HeldQuery): Promise<readonly HeldSummary[]>;
  /** Counts held leads that came at this time or later. */
  countHeld(since: Date): Promise<number>;
  heldLead(id: string): Promise<HeldLead | undefined>;
  /** Removes a held lead. Resolves to whether it was there. */
  release(id: string): Promise<boolean>;
  /** Removes all held leads that have one of these identities. Resolves to how many. Can be repeated. */
  forgetHeld(identities: readonly IdentityKey[], at: Date): Promise<number>;
}

/** A held lead without the text that was sent, which may be long. */
export type HeldSummary = Omit<HeldLead, 'text' | 'identities'>;

/** Which held leads to list. */
export interface HeldQuery {
  /** Only leads that came at this time or later. */
  readonly since: Date;
  /** Only leads that have one of these identities. */
  readonly identities?: readonly IdentityKey[] | undefined;
  /** 1 or more. */
  readonly limit: number;
}
