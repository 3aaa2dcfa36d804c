import type { IdentityKey } from './contact.ts';
import { identitiesIn } from './identities-in.ts';
import type { Problem } from './invalid-lead.ts';
import type { LeadDraft } from './lead.ts';
import type { Source } from './source.ts';
import { draftOf, type SourceLead, type Unreadable } from './source-lead.ts';

/** Why a lead waits for a person: it could not be read, breaks a rule, or came again with other words. */
export type HeldWhy = Unreadable | 'invalid-lead' | 'sent-again';

/** What a source sent and nobody could read as a lead. */
export interface HeldLead {
  /** Made from the key: the same however often it is sent. */
  readonly id: string;
  /** The idempotency key of the lead that is made from it. */
  readonly key: string;
  readonly sourceId: string;
  readonly vendorId: string;
  readonly at: Date;
  readonly why: HeldWhy;
  /** Of `invalid-lead`: which fields break which rules. */
  readonly problems: readonly Problem[];
  /** As it came. */
  readonly text: string;
  /** What could be read. */
  readonly fields: Readonly<Record<string, string>>;
  /** Of every email and phone in it: it is erased with the customers who hold one. */
  readonly identities: readonly IdentityKey[];
}

const DAY_MS = 86_400_000;

/** How many are held of one source; what comes then is to be sent again later. */
export const HELD_KEPT = 1_000;
/** How long one is held, in milliseconds. */
export const HELD_LASTS_MS = 90 * DAY_MS;
/** How long before its end people are warned. */
const WARNED_MS = 14 * DAY_MS;

/** When it is gone. */
export const heldUntil = ({ at }: Pick<HeldLead, 'at'>): Date => new Date(at.getTime() + HELD_LASTS_MS);

/** What came before this time is gone. */
export const heldSince = (now: Date): Date => new Date(now.getTime() - HELD_LASTS_MS);

/** What came before this time is gone soon. */
export const warnedSince = (now: Date): Date => new Date(heldSince(now).getTime() + WARNED_MS);

/** Whether it is gone soon. */
export const endsSoon = ({ at }: Pick<HeldLead, 'at'>, now: Date): boolean => at < warnedSince(now);

interface Holding extends Pick<HeldLead, 'id' | 'key' | 'at' | 'text' | 'why'> {
  readonly problems?: readonly Problem[];
}

/** Holds what a source sent. */
export function holdLead(source: Source, lead: SourceLead, { problems = [], ...held }: Holding): HeldLead {
  const fields = texts(draftOf(source, lead));
  const all = [held.text, lead.document, ...Object.values(fields)].join('\n');
  return {
    ...held,
    sourceId: source.id,
    vendorId: source.vendorId,
    problems,
    fields,
    identities: identitiesIn(all),
  };
}

const texts = (draft: LeadDraft): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
