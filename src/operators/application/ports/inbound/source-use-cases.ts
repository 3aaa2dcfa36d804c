import type { DealType } from '../../../../domain/deal-type.ts';
import type { EmailAddress } from '../../../../domain/email-address.ts';
import type { LeadField, Problem } from '../../../../domain/invalid-lead.ts';
import type { LeadDraft } from '../../../../domain/lead.ts';
import type { PhoneNumber } from '../../../../domain/phone-number.ts';
import type { AsItCame } from '../../../../domain/sources/as-it-came.ts';
import type { HeldLead } from '../../../../domain/sources/held-lead.ts';
import type { NamedField, Source } from '../../../../domain/sources/source.ts';
import type { Signer, SourceKind } from '../../../../domain/sources/source-kinds.ts';
import type { Apart, ReadFrom, Unreadable } from '../../../../domain/sources/source-lead.ts';
import type { HeldPlace, HeldSummary } from '../outbound/managed-sources.ts';
import type { OwedRemains } from '../outbound/remains.ts';
import type { Once } from './once.ts';
import type { By } from './people-use-cases.ts';

/** Use cases for sources and their held leads. */
export interface SourceUseCases {
  readonly addSource: AddSource;
  readonly listSources: ListSources;
  readonly rotateSource: RotateSource;
  readonly removeSource: RemoveSource;
  readonly trySource: TrySource;
  readonly showAsItCame: ShowAsItCame;
  readonly readAgain: ReadAgain;
  readonly listHeld: ListHeld;
  readonly countHeld: CountHeld;
  readonly countHeldWith: CountHeldWith;
  readonly showHeld: ShowHeld;
  readonly sendHeld: SendHeld;
  readonly dropHeld: DropHeld;
  readonly eraseHeld: EraseHeld;
}

/** Opens a source of a vendor. Throws Refused (`made-before`) if this order was carried out before. */
export type AddSource = (order: SourceOrder) => Promise<FreshSource>;

/** The source to open. */
export interface SourceOrder extends Once {
  readonly kind: SourceKind;
  /** The vendor's id or exact name. */
  readonly vendor: string;
  readonly dealType?: DealType | undefined;
  /** The vendor's name on each of its leads. */
  readonly name?: string | undefined;
  /** The page after the form, the origins that may send it, and its trap's name: for kind `form` only. */
  readonly thanks?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly trap?: string | undefined;
  /** The sender's names of fields: for kinds `form` and `json`. */
  readonly fields?: Readonly<Record<string, NamedField>> | undefined;
  /** The sender that signs, and the key that it chose for that: for kind `json`. Without a key, one is made. */
  readonly signed?: Signer | undefined;
  readonly signingKey?: string | undefined;
  readonly by: By;
}

/** A source, and the URL to which its leads are sent. */
export interface PlacedSource {
  readonly source: Source;
  readonly url: string;
  /** How much its trap caught in the last week; absent if nothing, or if that was not asked. */
  readonly caught?: number | undefined;
}

/**
 * A source with its secret in plain text, which is returned this once. A form has none, and one that the sender chose
 * is not returned.
 */
export interface FreshSource extends PlacedSource {
  readonly secret: string | undefined;
}

/** Lists all sources, or a vendor's (by id or exact name), oldest first. */
export type ListSources = (query: {
  readonly vendor?: string | undefined;
}) => Promise<readonly PlacedSource[]>;

/**
 * Gives a source a new secret. `overlap`: milliseconds, up to ten years, for which the old one still works.
 * `signingKey`: the new one, where the sender chooses it.
 */
export type RotateSource = (order: {
  readonly sourceId: string;
  readonly overlap: number;
  readonly signingKey?: string | undefined;
  readonly by: By;
}) => Promise<FreshSource & { readonly oldExpires: Date }>;

/** Ends a source, which then takes no leads. Its held leads stay until a person has read them. */
export type RemoveSource = (order: { readonly sourceId: string; readonly by: By }) => Promise<Source>;

/** Reads a text as a source's endpoint would, and keeps nothing. */
export type TrySource = (order: {
  readonly sourceId: string;
  readonly text: string | Uint8Array;
}) => Promise<readonly TriedLead[]>;

/** The lead that a text would become, unless it could not be read or has problems. */
export interface TriedLead {
  readonly fields: LeadDraft;
  /** What was read from where. */
  readonly readFrom: readonly ReadFrom[];
  /** Whether the sender marks it as a test, which only a sandbox keeps. */
  readonly isTest: boolean;
  readonly unreadable: Unreadable | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Shows what a source sent beside a lead, and records who looks. Throws Refused (`unknown-lead`; `unknown-as-it-came` if
 * nothing is kept of it).
 */
export type ShowAsItCame = (query: {
  readonly leadId: string;
  readonly by: By;
}) => Promise<AsItCame & { readonly leadId: string; readonly ends: Date }>;

/**
 * Reads again, as it came, what leads were made of, and says what this version reads otherwise than what is kept as
 * sent. Changes nothing; with `note`, each such lead gets a note that says so, once. Recorded. Throws Refused
 * (`unknown-source`).
 */
export type ReadAgain = (order: {
  readonly sourceId: string;
  /** Only what came at this time or later; absent: all that is kept. */
  readonly since?: Date | undefined;
  readonly note?: boolean | undefined;
  readonly by: By;
  /** Called with how many were read. */
  readonly progress?: ((looked: number) => void) | undefined;
}) => Promise<{ readonly looked: number; readonly otherwise: readonly ReadOtherwise[] }>;

/** A lead that this version reads otherwise. */
export interface ReadOtherwise {
  readonly leadId: string;
  readonly differences: readonly Difference[];
  /** Whether the lead has the note on it. */
  readonly noted: boolean;
}

/** A field that is read otherwise than it is kept as sent; of the notes, the lines that are new. */
export interface Difference {
  readonly field: LeadField;
  readonly was: string | undefined;
  readonly reads: string | undefined;
}

/**
 * Lists held leads, oldest first: all, or those in whose text an email or phone stands. What is held
 * apart is left out, unless that alone, an email or a phone is asked for.
 */
export type ListHeld = (
  query: HeldSought & {
    readonly sourceId?: string | undefined;
    /** Only newsletters and automatic answers, or only what traps caught in the last week. */
    readonly apart?: Apart | undefined;
    /** Only those after this one. */
    readonly after?: HeldPlace | undefined;
    readonly limit: number;
  },
) => Promise<{ readonly held: readonly HeldSummary[]; readonly more: boolean }>;

/** An email or phone, or neither for all. */
export interface HeldSought {
  readonly email?: EmailAddress | undefined;
  readonly phone?: PhoneNumber | undefined;
}

/** Counts held leads, and those that are gone soon; apart from them, what is held apart. */
export type CountHeld = () => Promise<{
  readonly all: number;
  readonly endSoon: number;
  readonly automatic: number;
  readonly trapped: number;
  /** The same as `all`, of each source that has some. */
  readonly ofSources: readonly { readonly sourceId: string; readonly count: number }[];
}>;

/** Counts held leads in whose text an email or phone stands; none without one. */
export type CountHeldWith = (sought: HeldSought) => Promise<{ readonly held: number }>;

/** Reads one held lead, and records who looks. Throws Refused (`unknown-held`). */
export type ShowHeld = (query: { readonly heldId: string; readonly by: By }) => Promise<HeldLead>;

/**
 * Makes a lead of a held one. `fields` replace those that were read; an empty one is left out. Throws Refused
 * (`unknown-held`; `invalid-lead`, with every problem).
 */
export type SendHeld = (order: {
  readonly heldId: string;
  readonly fields: LeadDraft;
  readonly by: By;
}) => Promise<{ readonly leadId: string; readonly held: HeldLead }>;

/** Removes a held lead, as it was no lead. */
export type DropHeld = (order: { readonly heldId: string; readonly by: By }) => Promise<HeldLead>;

/** Erases every held lead in whose text an email or phone stands. Without one, it erases nothing. */
export type EraseHeld = (order: HeldSought & { readonly by: By }) => Promise<ErasedHeld>;

/** How many held leads were erased, and bytes that the store's files still have. */
export interface ErasedHeld {
  readonly held: number;
  readonly owed: OwedRemains | undefined;
}
