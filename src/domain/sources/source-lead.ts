import type { DealType } from '../deal-type.ts';
import { isIdempotencyKey } from '../idempotency-key.ts';
import type { LeadField } from '../invalid-lead.ts';
import type { LeadDraft } from '../lead.ts';
import { isBlank } from '../text.ts';
import type { Source } from './source.ts';
import { kindRules } from './source-kinds.ts';

/**
 * Why nothing of a lead could be read. `automatic`: a newsletter or an automatic answer, with no lead in it. `trapped`: it
 * could be, but a field is filled in that only programs see.
 */
export type Unreadable = 'no-document' | 'cut-off' | 'broken' | 'too-large' | 'not-text' | Apart;

/** Why something is held apart from what people have to read. */
export const apartWhys = ['automatic', 'trapped'] as const;
export type Apart = (typeof apartWhys)[number];

/** A place in what was sent from which something of a lead was read. */
export interface ReadFrom {
  /** The field that was read there; absent for a line of the notes. */
  readonly field?: LeadField | undefined;
  /** The place in the sender's own words: `lead[phone][0]`, `<name part="full">`, or a question. */
  readonly place: string;
}

/** One lead as a source sent it, read into the fields of a lead and not yet judged. */
export interface SourceLead {
  readonly fields: LeadDraft;
  /** The deal type that the text seems to be about: used if neither the lead nor its source has one. */
  readonly guessedType?: DealType | undefined;
  /** The sender's own id of the lead, the same when it is sent again. */
  readonly senderId?: string | undefined;
  /** When the customer asked, in the sender's words. Templates have the same id in each lead, but not the same time. */
  readonly requested?: string | undefined;
  /**
   * The part of the text that is this lead's, without what differs in a second sending, such as the head of a mail.
   */
  readonly document: string;
  /** What a person reads of the whole text, where the text alone does not show it: a mail, decoded. */
  readonly readable?: string | undefined;
  /** Whether the sender marks it as a test, which only a sandbox keeps. */
  readonly isTest?: boolean | undefined;
  /** What was read from where, in the order in which it was sent: several places may make one field. */
  readonly readFrom?: readonly ReadFrom[] | undefined;
  /** Why the lead could not be read; absent if it could. */
  readonly unreadable?: Unreadable | undefined;
}

/** A lead of which nothing could be read. */
export const unreadLead = (document: string, why: Unreadable): SourceLead => ({
  fields: {},
  document,
  unreadable: why,
});

/** Stands for a letter that was lost on its way. */
export const LOST = '\u{fffd}';

/**
 * Why a lead is none: nothing of it could be read, or letters of its fields are lost or NUL, which not every store
 * keeps. `undefined` if it may be one.
 */
export const unreadableIn = ({ fields, unreadable }: SourceLead): Unreadable | undefined =>
  unreadable ??
  (Object.values(fields).some((value) => typeof value === 'string' && /[\0\ufffd]/.test(value))
    ? 'not-text'
    : undefined);

const NO_NOTES = 'No comment.';

/** A lead's fields, with those that its source adds: deal type, vendor's name and notes. */
export function draftOf(source: Source, { fields, guessedType }: SourceLead): LeadDraft {
  const { dealType, vendorName, notes } = fields;
  return {
    ...fields,
    dealType: given(dealType) ?? source.dealType ?? guessedType ?? 'other',
    vendorName: source.name ?? given(vendorName) ?? source.vendorName,
    notes: given(notes) ?? NO_NOTES,
  };
}

const given = <T>(value: T): T | undefined =>
  value === null || (typeof value === 'string' && isBlank(value)) ? undefined : value;

interface KeyParts {
  readonly digest: (text: string) => string;
  readonly now: Date;
}

/**
 * The idempotency key of a lead. With a sender's id, the lead is the same for the same customer only, as some senders
 * restart their numbers each month. Without one, the same text is the same lead; of some kinds only on the same day
 * (UTC).
 */
export function keyOf({ id, kind }: Source, lead: SourceLead, { digest, now }: KeyParts): string {
  const { requested } = lead;
  const { email, phone } = lead.fields;
  const who = () => digest(JSON.stringify([email, phone, ...(requested ? [requested] : [])])).slice(0, 16);
  const document = () => lead.document.replace(/[^\S ]\s*| \s+/g, ' ').trim(); // mail servers break lines
  const day = kindRules[kind].sameText === 'one-day' ? `${now.toISOString().slice(0, 10)} ` : '';
  const name = lead.senderId ? `${lead.senderId}:${who()}` : digest(day + document());
  const key = `${id}:${name}`;
  return isIdempotencyKey(key) ? key : `${id}:${digest(name)}`;
}
