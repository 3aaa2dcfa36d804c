/** `partner-lead-service`: the domain, its use cases and the ports. No framework, no driver, no I/O. */

export type * from '../application/ports/inbound/access-tokens.ts';
export type * from '../application/ports/inbound/audit.ts';
export type * from '../application/ports/inbound/contacts.ts';
export type * from '../application/ports/inbound/desk.ts';
export type * from '../application/ports/inbound/hooks.ts';
export type * from '../application/ports/inbound/lead-changes.ts';
export type * from '../application/ports/inbound/leads.ts';
export type * from '../application/ports/inbound/once.ts';
export type * from '../application/ports/inbound/operator.ts';
export type * from '../application/ports/inbound/people.ts';
export type * from '../application/ports/inbound/report.ts';
export type * from '../application/ports/inbound/retention.ts';
export type * from '../application/ports/inbound/vendor.ts';
export {
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  UnusableKey,
} from '../application/ports/inbound/vendor.ts';
export type * from '../application/ports/inbound/vendor-accounts.ts';
export type * from '../application/ports/outbound/access-tokens.ts';
export type * from '../application/ports/outbound/api-key-directory.ts';
export type * from '../application/ports/outbound/audit-log.ts';
export type * from '../application/ports/outbound/back-office.ts';
export type * from '../application/ports/outbound/crm.ts';
export type * from '../application/ports/outbound/deliveries.ts';
export type * from '../application/ports/outbound/fault.ts';
export type * from '../application/ports/outbound/hook-directory.ts';
export type * from '../application/ports/outbound/identity-provider.ts';
export { ProviderFailed } from '../application/ports/outbound/identity-provider.ts';
export type * from '../application/ports/outbound/journal.ts';
export type * from '../application/ports/outbound/leases.ts';
export type * from '../application/ports/outbound/people.ts';
export type * from '../application/ports/outbound/post-event.ts';
export type * from '../application/ports/outbound/quota.ts';
export * from '../application/ports/outbound/refusals.ts';
export type { Clock, Digest, NewLeadId, RandomBytes } from '../application/ports/outbound/runtime.ts';
export type * from '../application/ports/outbound/store.ts';
export { StorePreparing, StoreUnavailable } from '../application/ports/outbound/store.ts';
export type * from '../application/ports/outbound/store-upgrade.ts';
export type * from '../application/ports/outbound/tickets.ts';
export type * from '../application/ports/outbound/vendor-directory.ts';
export type * from '../application/ports/records.ts';
export type { AccessToken } from '../domain/access-token.ts';
export type { Activity, ActivityKind, NewActivity } from '../domain/activity.ts';
export { type AnswerClock, type Awaited, clockOf, isUnanswered, type Reopened } from '../domain/answer.ts';
export { ApiKey, type KeyKind } from '../domain/api-key.ts';
export * from '../domain/contact.ts';
export * from '../domain/deal.ts';
export { type DealType, dealTypes, parseDealType } from '../domain/deal-type.ts';
export type { DeskRole } from '../domain/desk-role.ts';
export { EmailAddress } from '../domain/email-address.ts';
export * from '../domain/hook.ts';
export * from '../domain/invalid-lead.ts';
export {
  type IssuedKey,
  isExpiring,
  isUsable,
  type KeyLife,
  type KeyState,
  keyState,
} from '../domain/issued-key.ts';
export { Lead, type LeadDraft, lengthLimits, notText, type Vehicle } from '../domain/lead.ts';
export * from '../domain/lead-event.ts';
export * from '../domain/lead-status.ts';
export { type LostReason, parseLostReasons } from '../domain/lost-reason.ts';
export * from '../domain/mended-contact.ts';
export * from '../domain/name.ts';
export type { Person } from '../domain/person.ts';
export { PhoneNumber } from '../domain/phone-number.ts';
export { type RefusalReason, Refused } from '../domain/refused.ts';
export { type Day, TimeZone } from '../domain/time-zone.ts';
export {
  configuredVendorId,
  isConfiguredVendorId,
  type Vendor,
  type VendorAccount,
} from '../domain/vendor.ts';
export * from './lead-service.ts';
