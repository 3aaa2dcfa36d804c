/**
 * `partner-lead-service`: the service of the specification: its domain, use cases and ports. No framework, no
 * driver, no I/O.
 */

export type * from '../application/ports/inbound/source.ts';
export type * from '../application/ports/inbound/vendor.ts';
export {
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  UnusableKey,
} from '../application/ports/inbound/vendor.ts';
export * from '../application/ports/outbound/announce-lead.ts';
export type * from '../application/ports/outbound/api-key-directory.ts';
export type * from '../application/ports/outbound/crm.ts';
export type * from '../application/ports/outbound/fault.ts';
export type * from '../application/ports/outbound/issued-keys.ts';
export type * from '../application/ports/outbound/journal.ts';
export type * from '../application/ports/outbound/quota.ts';
export type { Clock, Digest, NewLeadId, RandomBytes } from '../application/ports/outbound/runtime.ts';
export type * from '../application/ports/outbound/sources.ts';
export type * from '../application/ports/outbound/store.ts';
export { StoreUnavailable } from '../application/ports/outbound/store.ts';
export { ApiKey, type KeyKind } from '../domain/api-key.ts';
export { contactFromJson, contactToJson, dealToJson } from '../domain/as-json.ts';
export * from '../domain/contact.ts';
export * from '../domain/deal.ts';
export { type DealType, dealTypes, parseDealType } from '../domain/deal-type.ts';
export { EmailAddress } from '../domain/email-address.ts';
export * from '../domain/invalid-lead.ts';
export {
  type IssuedKey,
  isUsable,
  type KeyLife,
  type KeyState,
  keyState,
} from '../domain/issued-key.ts';
export { Lead, type LeadDraft, lengthLimits, notText, type Vehicle } from '../domain/lead.ts';
export * from '../domain/lead-status.ts';
export * from '../domain/name.ts';
export { PhoneNumber } from '../domain/phone-number.ts';
export type { AsItCame } from '../domain/sources/as-it-came.ts';
export { HELD_KEPT, type HeldLead, type HeldWhy, heldSince } from '../domain/sources/held-lead.ts';
export type { Source, SourceSecret } from '../domain/sources/source.ts';
export type { SourceKind } from '../domain/sources/source-kinds.ts';
export type { SourceLead, Unreadable } from '../domain/sources/source-lead.ts';
export type { VendorAccount } from '../domain/vendor.ts';
export { configuredVendorId, isConfiguredVendorId, type Vendor } from '../domain/vendor.ts';
export * from './lead-service.ts';
