/** Why an operator's action is refused. The list is closed. */
export type RefusalReason =
  | 'unknown-vendor'
  | 'unknown-key'
  | 'unknown-lead'
  | 'unknown-contact'
  | 'unknown-partner'
  | 'invalid-vendor-name'
  | 'vendor-name-taken'
  | 'invalid-operator-name'
  | 'invalid-term'
  | 'key-not-active'
  | 'forbidden-move'
  | 'reason-required'
  | 'invalid-reason'
  | 'changed-meanwhile'
  | 'invalid-note'
  | 'lead-full'
  | 'invalid-follow-up'
  | 'follow-up-of-other'
  | 'unknown-activity'
  | 'activity-of-other'
  | 'lead-ended'
  | 'customer-erased'
  | 'unknown-lost-reason'
  | 'invalid-limit'
  | 'invalid-cursor'
  | 'invalid-contact'
  | 'key-held'
  | 'key-shared'
  | 'only-held'
  | 'same-contact'
  | 'contact-gone'
  | 'no-hooks'
  | 'not-kept'
  | 'invalid-span'
  | 'not-permitted'
  | 'sign-in-failed'
  | 'sign-in-over'
  | 'provider-down'
  | 'unknown-person'
  | 'several-people'
  | 'same-person'
  | 'person-left'
  | 'person-only-looks'
  | 'invalid-person-name'
  | 'person-taken'
  | 'too-many-people'
  | 'invalid-hook'
  | 'unknown-hook'
  | 'hook-paused'
  | 'other-hook-key'
  | 'unknown-event'
  | 'unknown-token'
  | 'no-tokens'
  | 'idempotency-key-reused'
  | 'made-before'
  | 'runs-already'
  | 'invalid-source'
  | 'unknown-source'
  | 'unknown-held'
  | 'unknown-as-it-came'
  | 'invalid-lead';

/** A requested action breaks a rule. The message is one plain sentence, without personal data. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
