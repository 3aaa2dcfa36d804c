import type { Author } from '#operators/domain/work/person.ts';

/** The record of operators' actions: permanent, and without personal data. Ids are any text, compared exactly. */
export interface AuditLog {
  /** Adds entries. Called before the actions, so that none goes unrecorded. */
  begin(entries: readonly AuditEntry[]): Promise<void>;
  end(entryIds: readonly string[], end: AuditEnd): Promise<void>;
  /** Resolves to entries, newest first; those of one time by descending id. */
  entries(query: AuditQuery): Promise<readonly RecordedEntry[]>;
}

/** An entry's place in the log: entries may share a time, so the id is part of it. */
export type AuditPlace = Pick<AuditEntry, 'at' | 'id'>;

/** Conditions on entries: an entry meets all that are given. */
export interface AuditQuery {
  /** Only actions begun at this time or later. */
  readonly since?: Date | undefined;
  /** Only actions begun before this time. */
  readonly until?: Date | undefined;
  /** Only entries after this place. */
  readonly after?: AuditPlace | undefined;
  /** The id of the vendor, key, lead or other thing that was acted on. */
  readonly on?: string | undefined;
  readonly by?: AuditBy | undefined;
  readonly action?: OperatorAction | undefined;
  /** 1 or more; absent: all. */
  readonly limit?: number | undefined;
}

/** Authors of entries: any of these ids, or, in entries without an id, these names. */
export interface AuditBy {
  readonly ids: readonly string[];
  readonly names?: readonly string[] | undefined;
}

/** An entry with its outcome; `undefined` if the outcome is not known. */
export interface RecordedEntry extends AuditEntry {
  readonly outcome?: AuditOutcome | undefined;
}

/** The outcome of an action. An entry without one may or may not have been carried out. */
export type AuditOutcome = 'done' | 'refused' | 'failed';

/** The end of an action: its outcome and what changed. */
export interface AuditEnd extends AuditChange {
  readonly outcome: AuditOutcome;
}

/**
 * The value before and after an action: a lead's status; the id of its owner (`null`: nobody); a person's role;
 * the id of the person somebody was linked with; a follow-up's time (`null`: none); how much was taken.
 * `undefined` if it is not known.
 */
export interface AuditChange {
  readonly from?: string | null | undefined;
  /** In an entry without an outcome: the intended value. */
  readonly to?: string | null | undefined;
}

/** An action that an operator set out to do. */
export interface AuditEntry extends Author, AuditChange {
  readonly id: string;
  readonly at: Date;
  readonly action: OperatorAction;
  /**
   * The id of the vendor, key, token, lead, contact or webhook acted on, or of the person for whom something
   * was done at the desk.
   */
  readonly on: string;
  /** The fields of a contact that were to change, never their values. */
  readonly fields?: readonly string[] | undefined;
  /** The id of the contact that was to become part of the one acted on. */
  readonly merged?: string | undefined;
  /** The id of the lead whose follow-up was taken. */
  readonly lead?: string | undefined;
}

/** All recorded actions, in words that follow the author's name. */
export const operatorActions = {
  'vendor.add': 'added the vendor',
  'key.issue': 'issued the key',
  'key.rotate': 'rotated the key',
  'key.revoke': 'revoked the key',
  'key.share': 'made a link that shows, once, the key',
  'key.open': 'opened the link that shows the key',
  'lead.add': 'typed in a lead of',
  'lead.show': 'looked at the lead',
  'lead.as-it-came': 'looked at what a source sent for the lead',
  'lead.move': 'moved the lead',
  'lead.assign': 'assigned the lead',
  'lead.note': 'wrote down something about the lead',
  'lead.strike': 'struck an entry of the lead',
  'lead.follow-up': 'set the follow-up of the lead',
  'follow-up.take': 'ended or moved the follow-up of',
  'lead.export': 'exported a list of',
  'lead.take': 'took, by a program, lists of',
  'lead.erase': 'erased the customer of the lead',
  'lead.retire': 'erased, after the time for which they are kept, the customers of',
  'contact.find': 'searched the',
  'contact.show': 'looked at the contact',
  'contact.export': 'exported all that is kept of the contact',
  'contact.edit': 'edited the contact',
  'contact.merge': 'merged the contact',
  'store.backup': 'backed up',
  'store.upgrade': 'brought up to date',
  /** Earlier releases recorded it; now it is a part of `store.upgrade`. */
  'contact.rekey': 'brought up to date the keys of all',
  'contact.erase': 'erased the contact',
  'desk.link': 'made a sign-in link for',
  'desk.sign-in': 'signed in as',
  'desk.end-sessions': 'ended the sessions of',
  'desk.tell': 'has leads told, on a device, to',
  'desk.tell-no-more': 'ended telling, on a device,',
  'desk.hand-over': 'handed over the leads of',
  'person.add': 'added',
  'person.link': 'linked',
  'person.invite': 'made a sign-in link for',
  'hook.add': 'added the webhook',
  'hook.test': 'tested the webhook',
  'hook.replay': 'replayed events to the webhook',
  'hook.rotate': 'rotated the secret of the webhook',
  'hook.pause': 'paused the webhook',
  'hook.resume': 'resumed the webhook',
  'hook.remove': 'removed the webhook',
  'source.add': 'added the source',
  'source.rotate': 'rotated the secret of the source',
  'source.remove': 'removed the source',
  'source.read-again': 'read again what came from the source',
  'held.show': 'looked at what is held as',
  'held.send': 'made a lead of what was held as',
  'held.drop': 'dropped what was held as',
  'held.erase': 'erased for a customer what was',
  'held.export': 'exported for a customer what is',
  'token.issue': 'issued the token',
  'token.revoke': 'revoked the token',
} as const;
/** The name of an action in the audit log. */
export type OperatorAction = keyof typeof operatorActions;
