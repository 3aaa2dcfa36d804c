import type { IdentityKey } from '../../../../domain/contact.ts';
import type { AsItCame } from '../../../../domain/sources/as-it-came.ts';
import type { HeldLead } from '../../../../domain/sources/held-lead.ts';
import type { Source } from '../../../../domain/sources/source.ts';
import type { Apart } from '../../../../domain/sources/source-lead.ts';

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
  /** Counts held leads that came at this time or later, by source. A source without any may be left out. */
  countHeld(since: Date): Promise<readonly HeldCount[]>;
  heldLead(id: string): Promise<HeldLead | undefined>;
  /** Removes a held lead. Resolves to whether it was there. */
  release(id: string): Promise<boolean>;
  /** Removes all held leads that have one of these identities. Resolves to how many. Can be repeated. */
  forgetHeld(identities: readonly IdentityKey[], at: Date): Promise<number>;

  /**
   * What a source sent beside this lead, as `addLead` of the Crm kept it. It is gone once the customer of the lead is
   * erased, in the same write.
   */
  asItCame(leadId: string): Promise<AsItCame | undefined>;
  /** Lists what a source sent, oldest first, that of one time by lead. */
  allAsItCame(query: CameQuery): Promise<readonly CameWithLead[]>;
  /** Removes what came before this time. Resolves to how much. Can be repeated. */
  removeCame(before: Date): Promise<number>;
}

/** What a source sent, with the id of the lead that was made of it. */
export type CameWithLead = AsItCame & { readonly id: string };

/** What a source sent, from a time on. */
export interface CameQuery {
  readonly sourceId: string;
  /** Only what came at this time or later. */
  readonly since: Date;
  /** Only what comes after this in the order of the list. */
  readonly after?: Pick<CameWithLead, 'at' | 'id'> | undefined;
  /** 1 or more. */
  readonly limit: number;
}

/** A held lead without the text that was sent, which may be long. */
export type HeldSummary = Omit<HeldLead, 'text' | 'readable' | 'identities'>;

/** How much is held of a source. */
export interface HeldCount {
  readonly sourceId: string;
  /** Why these are held apart (`apartOf`); `false` if they are not. */
  readonly apart: Apart | false;
  readonly count: number;
}

/** A held lead's place in the list. */
export type HeldPlace = Pick<HeldLead, 'at' | 'id'>;

/** Which held leads to list. */
export interface HeldQuery {
  /** Only leads that came at this time or later. */
  readonly since: Date;
  /** Only leads of this source. */
  readonly sourceId?: string | undefined;
  /** Only what is held apart for this reason, or only what is not (`false`); absent: all. */
  readonly apart?: Apart | false | undefined;
  /** Only leads after this one in the order of the list. */
  readonly after?: HeldPlace | undefined;
  /** Only leads that have one of these identities. */
  readonly identities?: readonly IdentityKey[] | undefined;
  /** 1 or more. */
  readonly limit: number;
}
