import type { IdentityKey } from '../contact.ts';
import type { Problem } from '../invalid-lead.ts';
import type { LeadDraft } from '../lead.ts';
import { identitiesIn } from './identities-in.ts';
import { type Source, withoutSecrets } from './source.ts';
import {
  type Apart,
  apartWhys,
  draftOf,
  type ReadFrom,
  type SourceLead,
  type Unreadable,
} from './source-lead.ts';

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
  /** The whole text that was sent, as it came but without the source's secrets. A file that is none is a data URL. */
  readonly text: string;
  /** True if only the beginning of the text is kept, as the source has as much held as is kept whole. */
  readonly cut?: true | undefined;
  /** What a person reads of the text, if that does not show it: a mail, decoded. */
  readonly readable?: string | undefined;
  /** The media type that the sender declared. */
  readonly declared?: string | undefined;
  /** The fields that could be read. */
  readonly fields: Readonly<Record<string, string>>;
  /** What was read from where; absent if that was not kept. */
  readonly readFrom?: readonly ReadFrom[];
  /** Keys of every email and phone in the text: erasing a customer who holds one erases this. */
  readonly identities: readonly IdentityKey[];
}

const DAY_MS = 86_400_000;

/** The most leads held for one source with their whole texts. Of more, the beginnings are kept. */
export const HELD_KEPT = 1_000;
/** The most leads held for one source. More are refused, to be sent again later. */
const HELD_AT_ALL = 10_000;
/** The most that are held apart for one source: the oldest make room. */
const APART_KEPT: Readonly<Record<Apart, number>> = { automatic: 100, trapped: HELD_KEPT };

/** Why it is held apart, so that it hides nothing and fills nothing; `false` if it is not. */
export const apartOf = ({ why }: Pick<HeldLead, 'why'>): Apart | false =>
  apartWhys.find((each) => each === why) ?? false;

/** The most that may be held of its source when this is added: apart or not, as it is itself. */
export function roomFor(held: Pick<HeldLead, 'why' | 'cut'>): number {
  const apart = apartOf(held);
  if (apart) return APART_KEPT[apart];
  return held.cut ? HELD_AT_ALL : HELD_KEPT;
}

/** The characters that are kept of the beginning of a text. */
const BEGINNING = 16 * 1024;

/** The held lead with the beginning of its text alone. It is found by all that stood in it. */
export const beginningOf = ({ readable, text, ...held }: HeldLead): HeldLead => ({
  ...held,
  text: (readable ?? text).slice(0, BEGINNING).toWellFormed(),
  cut: true,
});

/** Milliseconds for which a lead is held. */
export const HELD_LASTS_MS = 90 * DAY_MS;
/** Milliseconds for which is held what a trap caught. */
const TRAPPED_LASTS_MS = 7 * DAY_MS;
/** Milliseconds before a held lead is removed, from which on people are warned. */
const WARNED_MS = 14 * DAY_MS;

/** The time when a held lead is removed. */
export const heldUntil = ({ at, why }: Pick<HeldLead, 'at' | 'why'>): Date =>
  new Date(at.getTime() + (why === 'trapped' ? TRAPPED_LASTS_MS : HELD_LASTS_MS));

/** The time before which held leads are gone. */
export const heldSince = (now: Date): Date => new Date(now.getTime() - HELD_LASTS_MS);

/** The time before which is gone what traps caught. */
export const trappedSince = (now: Date): Date => new Date(now.getTime() - TRAPPED_LASTS_MS);

/** The time before which held leads are gone soon. */
export const warnedSince = (now: Date): Date => new Date(heldSince(now).getTime() + WARNED_MS);

/** Whether the held lead is gone soon. */
export const endsSoon = ({ at }: Pick<HeldLead, 'at'>, now: Date): boolean => at < warnedSince(now);

interface Holding extends Pick<HeldLead, 'id' | 'key' | 'at' | 'text' | 'why' | 'declared'> {
  readonly problems?: readonly Problem[];
}

/** Makes a held lead of what a source sent. */
export function holdLead(
  source: Source,
  lead: SourceLead,
  { problems = [], declared, ...held }: Holding,
): HeldLead {
  const fields = texts(draftOf(source, lead));
  const { readable, readFrom } = lead;
  return {
    ...held,
    text: withoutSecrets(held.text),
    ...(readable && readable !== held.text && { readable: withoutSecrets(readable).slice(0, MOST_READABLE) }),
    ...(declared && { declared }),
    sourceId: source.id,
    vendorId: source.vendorId,
    problems,
    fields,
    ...(readFrom && { readFrom }),
    identities: identitiesIn([...Object.values(fields), readable ?? '', held.text]),
  };
}

/** The most characters of what a person reads. */
const MOST_READABLE = 128 * 1024;

const texts = (draft: LeadDraft): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
