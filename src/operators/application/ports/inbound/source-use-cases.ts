import type { DealType } from '../../../../domain/deal-type.ts';
import type { HeldLead } from '../../../../domain/held-lead.ts';
import type { LeadField, Problem } from '../../../../domain/invalid-lead.ts';
import type { LeadDraft } from '../../../../domain/lead.ts';
import type { Source, SourceKind } from '../../../../domain/source.ts';
import type { Unreadable } from '../../../../domain/source-lead.ts';
import type { HeldSummary } from '../outbound/managed-sources.ts';
import type { Once } from './once.ts';
import type { By } from './people-use-cases.ts';

/** What an operator can do with sources, and with what of theirs waits for people. */
export interface SourceUseCases {
  readonly addSource: AddSource;
  readonly listSources: ListSources;
  readonly rotateSource: RotateSource;
  readonly removeSource: RemoveSource;
  readonly trySource: TrySource;
  readonly listHeld: ListHeld;
  readonly countHeld: CountHeld;
  readonly showHeld: ShowHeld;
  readonly sendHeld: SendHeld;
  readonly dropHeld: DropHeld;
}

/** Opens a source of a vendor. Throws Refused (`made-before`) if this order was carried out before. */
export type AddSource = (order: SourceOrder) => Promise<FreshSource>;

/** Which source to open. */
export interface SourceOrder extends Once {
  readonly kind: SourceKind;
  /** An id or exact name. */
  readonly vendor: string;
  readonly dealType?: DealType | undefined;
  /** The vendor's name on each of its leads. */
  readonly name?: string | undefined;
  /** Of a form: where a browser goes afterwards, the pages that may send it, and what it calls the fields. */
  readonly thanks?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly fields?: Readonly<Record<string, LeadField>> | undefined;
  readonly by: By;
}

/** A source, and where its leads are sent. */
export interface PlacedSource {
  readonly source: Source;
  readonly url: string;
}

/** `secret` in plain text: returned this once and stored nowhere. A form has none. */
export interface FreshSource extends PlacedSource {
  readonly secret: string | undefined;
}

/** All, or a vendor's (by its id or exact name), the oldest first. */
export type ListSources = (query: {
  readonly vendor?: string | undefined;
}) => Promise<readonly PlacedSource[]>;

/** `overlap`: milliseconds, up to ten years, for which the old secret works, too. */
export type RotateSource = (order: {
  readonly sourceId: string;
  readonly overlap: number;
  readonly by: By;
}) => Promise<FreshSource & { readonly oldExpires: Date }>;

/** Nothing is taken from it any more. What it holds stays until a person has read it. */
export type RemoveSource = (order: { readonly sourceId: string; readonly by: By }) => Promise<Source>;

/** Reads what a source would send, and keeps nothing. */
export type TrySource = (order: {
  readonly sourceId: string;
  readonly text: string | Uint8Array;
}) => Promise<readonly TriedLead[]>;

/** What would be made of it: a lead with these fields, unless it could not be read or has problems. */
export interface TriedLead {
  readonly fields: LeadDraft;
  readonly unreadable: Unreadable | undefined;
  readonly problems: readonly Problem[];
}

/** What waits for people, the oldest first. */
export type ListHeld = (query: { readonly limit: number }) => Promise<readonly HeldSummary[]>;

/** How many wait, and how many of those are gone soon. */
export type CountHeld = () => Promise<{ readonly all: number; readonly endSoon: number }>;

/** Who looks is recorded. Throws Refused (`unknown-held`). */
export type ShowHeld = (query: { readonly heldId: string; readonly by: By }) => Promise<HeldLead>;

/**
 * Makes a lead of it, with these fields in place of what was read; an empty one is left out. Throws Refused (`unknown-held`;
 * `invalid-lead`, with every problem).
 */
export type SendHeld = (order: {
  readonly heldId: string;
  readonly fields: LeadDraft;
  readonly by: By;
}) => Promise<{ readonly leadId: string; readonly held: HeldLead }>;

/** Removes it: it was no lead. */
export type DropHeld = (order: { readonly heldId: string; readonly by: By }) => Promise<HeldLead>;
