import type { Author } from '../../../../domain/work/person.ts';

/** What operators did. Permanent, and without personal data. Ids are any text, compared exactly. */
export interface AuditLog {
  /** Called before the actions, so that none goes unrecorded. */
  begin(entries: readonly AuditEntry[]): Promise<void>;
  end(entryIds: readonly string[], end: AuditEnd): Promise<void>;
  /** The newest first; those of one time by id, the other way round. */
  entries(query: AuditQuery): Promise<readonly RecordedEntry[]>;
}

/** Where an entry stands in the log: many have one time. */
export type AuditPlace = Pick<AuditEntry, 'at' | 'id'>;

/** Which entries to read: those that meet every condition given. */
export interface AuditQuery {
  /** Begun at this time or later. */
  readonly since?: Date | undefined;
  /** Begun before this time. */
  readonly until?: Date | undefined;
  /** Only entries after this place. */
  readonly after?: AuditPlace | undefined;
  /** Id of what was acted on. */
  readonly on?: string | undefined;
  readonly by?: AuditBy | undefined;
  readonly action?: OperatorAction | undefined;
  /** 1 or more; without it, all. */
  readonly limit?: number | undefined;
}

/** Who did it: somebody with one of these ids, or, without an id, in this name. */
export interface AuditBy {
  readonly ids: readonly string[];
  readonly name?: string | undefined;
}

/** An entry with its outcome; `undefined` if that is not known. */
export interface RecordedEntry extends AuditEntry {
  readonly outcome?: AuditOutcome | undefined;
}

/** How an action ended. An entry without one may or may not have been carried out. */
export type AuditOutcome = 'done' | 'refused' | 'failed';

/** How it ended. */
export interface AuditEnd extends AuditChange {
  readonly outcome: AuditOutcome;
}

/**
 * From what to what something was changed: the status of a lead; the id of its owner, `null` for nobody; or the role that
 * somebody got; or the id of whom somebody was linked with; or the time of a follow-up, `null` for none. `undefined` if it is not known.
 */
export interface AuditChange {
  readonly from?: string | null | undefined;
  /** In an entry without an outcome: what was intended. */
  readonly to?: string | null | undefined;
}

/** What an operator set out to do. */
export interface AuditEntry extends Author, AuditChange {
  readonly id: string;
  readonly at: Date;
  readonly action: OperatorAction;
  /** Id of the vendor, key, token, lead, contact or webhook acted on, or of the person for whom something was done at the desk. */
  readonly on: string;
  /** Which fields of a contact were to be changed, never their values. */
  readonly fields?: readonly string[] | undefined;
  /** The id of the contact that was to become part of the one acted on. */
  readonly merged?: string | undefined;
  /** The id of the lead whose follow-up it was. */
  readonly lead?: string | undefined;
}

/** Everything that is recorded of operators, worded to follow the name of who did it. */
export const operatorActions = {
  'vendor.add': 'added the vendor',
  'key.issue': 'issued the key',
  'key.rotate': 'rotated the key',
  'key.revoke': 'revoked the key',
  'lead.show': 'looked at the lead',
  'lead.move': 'moved the lead',
  'lead.assign': 'assigned the lead',
  'lead.note': 'wrote down something about the lead',
  'lead.follow-up': 'set the follow-up of the lead',
  'follow-up.take': 'ended or moved the follow-up of',
  'lead.export': 'exported a list of',
  'lead.erase': 'erased the customer of the lead',
  'lead.retire': 'erased, after the time for which they are kept, the customers of',
  'contact.find': 'searched the',
  'contact.show': 'looked at the contact',
  'contact.export': 'exported all that is kept of the contact',
  'contact.edit': 'edited the contact',
  'contact.merge': 'merged the contact',
  'store.upgrade': 'brought up to date',
  /** Earlier releases recorded it; now it is a part of `store.upgrade`. */
  'contact.rekey': 'brought up to date the keys of all',
  'contact.erase': 'erased the contact',
  'desk.link': 'made a sign-in link for',
  'desk.sign-in': 'signed in as',
  'desk.end-sessions': 'ended the sessions of',
  'desk.hand-over': 'handed over the leads of',
  'person.add': 'added',
  'person.link': 'linked',
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
  'held.show': 'looked at what is held as',
  'held.send': 'made a lead of what was held as',
  'held.drop': 'dropped what was held as',
  'token.issue': 'issued the token',
  'token.revoke': 'revoked the token',
} as const;
/** What operators do, as the audit log names it. */
export type OperatorAction = keyof typeof operatorActions;
