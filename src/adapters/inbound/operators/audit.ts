import type { OperatorAction, RecordedEntry } from '../../../application/ports/outbound/audit-log.ts';

export const entryView = ({ at, by, action, on, outcome, fields, merged }: RecordedEntry) => ({
  at,
  by,
  action,
  on,
  outcome,
  fields,
  merged,
});

/** Worded to follow the name of who did it. */
export const actionWords: Readonly<Record<OperatorAction, string>> = {
  'vendor.add': 'added the vendor',
  'key.issue': 'issued the key',
  'key.rotate': 'rotated the key',
  'key.revoke': 'revoked the key',
  'lead.show': 'looked at the lead',
  'lead.move': 'moved the lead',
  'lead.assign': 'assigned the lead',
  'lead.export': 'exported a list of',
  'lead.erase': 'erased the customer of the lead',
  'contact.find': 'searched the',
  'contact.show': 'looked at the contact',
  'contact.edit': 'edited the contact',
  'contact.merge': 'merged the contact',
  'store.upgrade': 'brought up to date',
  'contact.rekey': 'brought up to date the keys of all',
  'contact.erase': 'erased the contact',
  'desk.link': 'made a sign-in link for',
  'desk.sign-in': 'signed in as',
  'desk.end-sessions': 'ended the sessions of',
  'hook.add': 'added the webhook',
  'hook.test': 'tested the webhook',
  'hook.replay': 'replayed events to the webhook',
  'hook.rotate': 'rotated the secret of the webhook',
  'hook.pause': 'paused the webhook',
  'hook.resume': 'resumed the webhook',
  'hook.remove': 'removed the webhook',
  'token.issue': 'issued the token',
  'token.revoke': 'revoked the token',
};
