import type { DealType } from './deal-type.ts';
import { isIdempotencyKey } from './idempotency-key.ts';
import type { LeadDraft } from './lead.ts';
import type { Source } from './source.ts';
import { isBlank } from './text.ts';

/** Why nothing of a lead could be read. */
export type Unreadable = 'no-document' | 'cut-off' | 'broken' | 'too-large' | 'not-text';

/** One lead as a source sent it, read into the fields of a lead and not yet judged. */
export interface SourceLead {
  readonly fields: LeadDraft;
  /** What it seems to be about, if neither it nor its source says so. */
  readonly guessedType?: DealType | undefined;
  /** What its sender calls it, the same when it is sent again. */
  readonly senderId?: string | undefined;
  /** The text that is this lead's, without what a second sending changes, such as the head of a mail. */
  readonly document: string;
  /** If it could not be read. */
  readonly unreadable?: Unreadable | undefined;
}

const NO_NOTES = 'No comment.';

/** What the source adds to what it sent. */
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
 * The idempotency key of a lead. What has its sender's id is the same lead for the same customer alone: some senders begin
 * their numbers again each month. What has none is the same if it is the same text; of a form, on the same day (UTC).
 */
export function keyOf({ id, kind }: Source, lead: SourceLead, { digest, now }: KeyParts): string {
  const { email, phone } = lead.fields;
  const document = lead.document.replace(/\s+/g, ' ').trim(); // mail servers break lines
  const name = lead.senderId
    ? `${lead.senderId}:${digest(JSON.stringify([email, phone])).slice(0, 16)}`
    : digest(kind === 'form' ? `${now.toISOString().slice(0, 10)} ${document}` : document);
  const key = `${id}:${name}`;
  return isIdempotencyKey(key) ? key : `${id}:${digest(name)}`;
}
