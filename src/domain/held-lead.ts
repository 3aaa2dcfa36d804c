import type { IdentityKey } from './contact.ts';
import { identitiesIn } from './identities-in.ts';
import type { Problem } from './invalid-lead.ts';
import type { LeadDraft } from './lead.ts';
import type { Source } from './source.ts';
import { draftOf, type ReadFrom, type SourceLead, type Unreadable } from './source-lead.ts';

/** Why a lead waits for a person: it could not be read, breaks a rule, or came again with other words. */
export type HeldWhy = Unreadable | 'invalid-lead' | 'sent-again';

/** A lead from a source that could not be kept as a lead, and waits for a person. */
export interface HeldLead {
  /** The id, derived from the key: the same however often the lead is sent. */
  readonly id: string;
  /** The idempotency key that the lead gets, if a person makes one from this. */
  readonly key: string;
  readonly sourceId: string;
  readonly vendorId: string;
  readonly at: Date;
  readonly why: HeldWhy;
  /** The fields that break rules, with the rules, if `why` is `invalid-lead`. */
  readonly problems: readonly Problem[];
  /** The whole text that was sent, as it came. */
  readonly text: string;
  /** The fields that could be read. */
  readonly fields: Readonly<Record<string, string>>;
  /** What was read from where; absent if that was not kept. */
  readonly readFrom?: readonly ReadFrom[];
  /** Keys of every email and phone in the text: erasing a customer who holds one erases this. */
  readonly identities: readonly IdentityKey[];
}

const DAY_MS = 86_400_000;

/** The most leads held for one source. More are refused, to be sent again later. */
export const HELD_KEPT = 1_000;
/** Milliseconds for which a lead is held. */
export const HELD_LASTS_MS = 90 * DAY_MS;
/** Milliseconds before a held lead is removed, from which on people are warned. */
const WARNED_MS = 14 * DAY_MS;

/** The time when a held lead is removed. */
export const heldUntil = ({ at }: Pick<HeldLead, 'at'>): Date => new Date(at.getTime() + HELD_LASTS_MS);

/** The time before which held leads are gone. */
export const heldSince = (now: Date): Date => new Date(now.getTime() - HELD_LASTS_MS);

/** The time before which held leads are gone soon. */
export const warnedSince = (now: Date): Date => new Date(heldSince(now).getTime() + WARNED_MS);

/** Whether the held lead is gone soon. */
export const endsSoon = ({ at }: Pick<HeldLead, 'at'>, now: Date): boolean => at < warnedSince(now);

interface Holding extends Pick<HeldLead, 'id' | 'key' | 'at' | 'text' | 'why'> {
  readonly problems?: readonly Problem[];
}

/** Makes a held lead of what a source sent. */
export function holdLead(source: Source, lead: SourceLead, { problems = [], ...held }: Holding): HeldLead {
  const fields = texts(draftOf(source, lead));
  return {
    ...held,
    sourceId: source.id,
    vendorId: source.vendorId,
    problems,
    fields,
    ...(lead.readFrom && { readFrom: lead.readFrom }),
    identities: identitiesIn([...Object.values(fields), lead.readable ?? '', held.text]),
  };
}

const texts = (draft: LeadDraft): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
