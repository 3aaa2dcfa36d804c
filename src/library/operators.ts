/** `partner-lead-service/operators`: people's work on leads, and webhooks: the domain, ports and use cases of both. */

export type { AnnounceStatus } from '../operators/application/events/announce-alone.ts';
export { makeAnnounceReceived } from '../operators/application/events/announce-received.ts';
export type * from '../operators/application/events/ports/deliveries.ts';
export { newestAttempts } from '../operators/application/events/ports/deliveries.ts';
export type * from '../operators/application/events/ports/due-leads.ts';
export type * from '../operators/application/events/ports/hook-directory.ts';
export type * from '../operators/application/events/ports/person-named.ts';
export type * from '../operators/application/events/ports/post-event.ts';
export type * from '../operators/application/events/ports/subscriptions.ts';
export type { OperatorUseCases } from '../operators/application/operator.ts';
export type * from '../operators/application/ports/inbound/add-lead.ts';
export type * from '../operators/application/ports/inbound/audit-use-cases.ts';
export type * from '../operators/application/ports/inbound/contact-use-cases.ts';
export type * from '../operators/application/ports/inbound/desk-use-cases.ts';
export type * from '../operators/application/ports/inbound/hook-use-cases.ts';
export type * from '../operators/application/ports/inbound/lead-change-use-cases.ts';
export type * from '../operators/application/ports/inbound/lead-use-cases.ts';
export type * from '../operators/application/ports/inbound/once.ts';
export type * from '../operators/application/ports/inbound/people-use-cases.ts';
export type * from '../operators/application/ports/inbound/report-use-cases.ts';
export type * from '../operators/application/ports/inbound/retention-use-cases.ts';
export type * from '../operators/application/ports/inbound/source-use-cases.ts';
export type * from '../operators/application/ports/inbound/token-use-cases.ts';
export type * from '../operators/application/ports/inbound/vendor-use-cases.ts';
export type * from '../operators/application/ports/outbound/access-tokens.ts';
export type * from '../operators/application/ports/outbound/audit-log.ts';
export type * from '../operators/application/ports/outbound/erasure.ts';
export type * from '../operators/application/ports/outbound/identity-provider.ts';
export { ProviderFailed } from '../operators/application/ports/outbound/identity-provider.ts';
export type * from '../operators/application/ports/outbound/kept-contacts.ts';
export type * from '../operators/application/ports/outbound/kept-leads.ts';
export type * from '../operators/application/ports/outbound/leases.ts';
export type * from '../operators/application/ports/outbound/managed-sources.ts';
export type * from '../operators/application/ports/outbound/people.ts';
export * from '../operators/application/ports/outbound/refusals.ts';
export type * from '../operators/application/ports/outbound/remains.ts';
export type * from '../operators/application/ports/outbound/report-tally.ts';
export type * from '../operators/application/ports/outbound/seal.ts';
export type * from '../operators/application/ports/outbound/shelves.ts';
export type * from '../operators/application/ports/outbound/store-backup.ts';
export type * from '../operators/application/ports/outbound/store-restore.ts';
export type * from '../operators/application/ports/outbound/store-upgrade.ts';
export type * from '../operators/application/ports/outbound/tickets.ts';
export type * from '../operators/application/ports/outbound/vendor-directory.ts';
export type * from '../operators/application/ports/records.ts';
export * from '../operators/domain/events/hook.ts';
export * from '../operators/domain/events/lead-event.ts';
export { type RefusalReason, Refused } from '../operators/domain/refused.ts';
export { type Day, TimeZone } from '../operators/domain/time-zone.ts';
export type { AccessToken } from '../operators/domain/work/access-token.ts';
export type { Activity, ActivityKind, NewActivity } from '../operators/domain/work/activity.ts';
export {
  type AnswerClock,
  type Awaited,
  clockOf,
  isUnanswered,
  type Reopened,
} from '../operators/domain/work/answer.ts';
export * from '../operators/domain/work/as-json.ts';
export * from '../operators/domain/work/assign-deal.ts';
export * from '../operators/domain/work/contact-edit.ts';
export type { CustomerMatch, DealConditions, DealMatch } from '../operators/domain/work/deal-conditions.ts';
export { isWanted } from '../operators/domain/work/deal-conditions.ts';
export * from '../operators/domain/work/deal-summary.ts';
export type { DeskRole } from '../operators/domain/work/desk-role.ts';
export * from '../operators/domain/work/first-words.ts';
export * from '../operators/domain/work/follow-up.ts';
export * from '../operators/domain/work/found-by.ts';
export { isExpiring } from '../operators/domain/work/key-term.ts';
export { type LostReason, parseLostReasons } from '../operators/domain/work/lost-reason.ts';
export * from '../operators/domain/work/mended-contact.ts';
export * from '../operators/domain/work/move-deal.ts';
export * from '../operators/domain/work/note-deal.ts';
export type { Person } from '../operators/domain/work/person.ts';
export * from '../operators/domain/work/tally.ts';
export * from '../operators/domain/work/undo-moves.ts';
export * from '../operators/domain/work/worked-deal.ts';
