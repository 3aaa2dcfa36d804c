/** What operators did. Permanent, and without personal data. Ids are any text, compared exactly. */
export interface AuditLog {
  /** Called before the action, so that none goes unrecorded. */
  begin(entry: AuditEntry): Promise<void>;
  end(entryId: string, outcome: AuditOutcome): Promise<void>;
}

/** How an action ended. An entry without one may or may not have been carried out. */
export type AuditOutcome = 'done' | 'refused' | 'failed';

/** What an operator set out to do. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly by: string;
  readonly action: OperatorAction;
  /** Id of the vendor, key, lead, contact or webhook acted on. */
  readonly on: string;
  /** Of a contact: which fields were to be changed, never their values. */
  readonly fields?: readonly string[] | undefined;
  /** The id of the contact that was to become part of the one acted on. */
  readonly merged?: string | undefined;
}

/** Everything that is recorded of operators. */
export type OperatorAction =
  | 'vendor.add'
  | 'key.issue'
  | 'key.rotate'
  | 'key.revoke'
  | 'lead.move'
  | 'lead.erase'
  | 'contact.edit'
  | 'contact.merge'
  | 'contact.rekey'
  | 'contact.erase'
  | 'hook.add'
  | 'hook.test'
  | 'hook.replay'
  | 'hook.rotate'
  | 'hook.pause'
  | 'hook.resume'
  | 'hook.remove';
