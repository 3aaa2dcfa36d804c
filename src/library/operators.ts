/** `partner-lead-service/operators`: what people do with leads, and what webhooks are told: its domain, ports and use cases. */

export { makeAnnounceReceived } from '../application/events/announce-received.ts';
export type { AnnounceStatus } from '../application/events/announce-status.ts';
export type * from '../application/events/ports/deliveries.ts';
export { newestAttempts } from '../application/events/ports/deliveries.ts';
export type * from '../application/events/ports/due-leads.ts';
export type * from '../application/events/ports/hook-directory.ts';
export type * from '../application/events/ports/person-named.ts';
export type * from '../application/events/ports/post-event.ts';
export type { OperatorUseCases } from '../application/operators/operator.ts';
export type * from '../application/operators/ports/deal-conditions.ts';
export { isWanted } from '../application/operators/ports/deal-conditions.ts';
export type * from '../application/operators/ports/inbound/audit-use-cases.ts';
export type * from '../application/operators/ports/inbound/contact-use-cases.ts';
export type * from '../application/operators/ports/inbound/desk-use-cases.ts';
export type * from '../application/operators/ports/inbound/hook-use-cases.ts';
export type * from '../application/operators/ports/inbound/lead-change-use-cases.ts';
export type * from '../application/operators/ports/inbound/lead-use-cases.ts';
export type * from '../application/operators/ports/inbound/once.ts';
export type * from '../application/operators/ports/inbound/people-use-cases.ts';
export type * from '../application/operators/ports/inbound/report-use-cases.ts';
export type * from '../application/operators/ports/inbound/retention-use-cases.ts';
export type * from '../application/operators/ports/inbound/token-use-cases.ts';
export type * from '../application/operators/ports/inbound/vendor-use-cases.ts';
export type * from '../application/operators/ports/outbound/access-tokens.ts';
export type * from '../application/operators/ports/outbound/audit-log.ts';
export type * from '../application/operators/ports/outbound/erasure.ts';
export type * from '../application/operators/ports/outbound/identity-provider.ts';
export { ProviderFailed } from '../application/operators/ports/outbound/identity-provider.ts';
export type * from '../application/operators/ports/outbound/kept-contacts.ts';
export type * from '../application/operators/ports/outbound/kept-leads.ts';
export type * from '../application/operators/ports/outbound/leases.ts';
export type * from '../application/operators/ports/outbound/people.ts';
export * from '../application/operators/ports/outbound/refusals.ts';
export type * from '../application/operators/ports/outbound/report-tally.ts';
export type * from '../application/operators/ports/outbound/shelves.ts';
export type * from '../application/operators/ports/outbound/store-backup.ts';
export type * from '../application/operators/ports/outbound/store-upgrade.ts';
export type * from '../application/operators/ports/outbound/tickets.ts';
export type * from '../application/operators/ports/outbound/vendor-directory.ts';
export type * from '../application/operators/ports/records.ts';
export * from '../domain/events/hook.ts';
export * from '../domain/events/lead-event.ts';
export { type RefusalReason, Refused } from '../domain/refused.ts';
export { type Day, TimeZone } from '../domain/time-zone.ts';
export type { AccessToken } from '../domain/work/access-token.ts';
export type { Activity, ActivityKind, NewActivity } from '../domain/work/activity.ts';
export {
  type AnswerClock,
  type Awaited,
  clockOf,
  isUnanswered,
  type Reopened,
} from '../domain/work/answer.ts';
export * from '../domain/work/as-json.ts';
export * from '../domain/work/assign-deal.ts';
export * from '../domain/work/contact-edit.ts';
export * from '../domain/work/deal.ts';
export * from '../domain/work/deal-summary.ts';
export type { DeskRole } from '../domain/work/desk-role.ts';
export * from '../domain/work/first-words.ts';
export * from '../domain/work/follow-up.ts';
export * from '../domain/work/found-by.ts';
export { isExpiring } from '../domain/work/key-term.ts';
export { type LostReason, parseLostReasons } from '../domain/work/lost-reason.ts';
export * from '../domain/work/mended-contact.ts';
export * from '../domain/work/move-deal.ts';
export * from '../domain/work/note-deal.ts';
export type { Person } from '../domain/work/person.ts';
export * from '../domain/work/tallied-lead.ts';
export * from '../domain/work/undo-moves.ts';
