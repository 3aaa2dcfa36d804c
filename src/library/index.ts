/** `partner-lead-service`: what the specification asks for: the domain, its use cases and their ports. No framework, no driver, no I/O. */

export type * from '../application/intake/ports/inbound/vendor.ts';
export {
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  UnusableKey,
} from '../application/intake/ports/inbound/vendor.ts';
export * from '../application/intake/ports/outbound/announce-lead.ts';
export type * from '../application/intake/ports/outbound/api-key-directory.ts';
export type * from '../application/intake/ports/outbound/crm.ts';
export type * from '../application/intake/ports/outbound/fault.ts';
export type * from '../application/intake/ports/outbound/issued-keys.ts';
export type * from '../application/intake/ports/outbound/journal.ts';
export type * from '../application/intake/ports/outbound/quota.ts';
export type { Clock, Digest, NewLeadId, RandomBytes } from '../application/intake/ports/outbound/runtime.ts';
export type * from '../application/intake/ports/outbound/store.ts';
export { StoreUnavailable } from '../application/intake/ports/outbound/store.ts';
export { ApiKey, type KeyKind } from '../domain/intake/api-key.ts';
export { contactFromJson, contactToJson, dealToJson } from '../domain/intake/as-json.ts';
export * from '../domain/intake/contact.ts';
export { type DealType, dealTypes, parseDealType } from '../domain/intake/deal-type.ts';
export { EmailAddress } from '../domain/intake/email-address.ts';
export * from '../domain/intake/invalid-lead.ts';
export {
  type IssuedKey,
  isUsable,
  type KeyLife,
  type KeyState,
  keyState,
} from '../domain/intake/issued-key.ts';
export { Lead, type LeadDraft, lengthLimits, notText, type Vehicle } from '../domain/intake/lead.ts';
export * from '../domain/intake/lead-status.ts';
export * from '../domain/intake/name.ts';
export { PhoneNumber } from '../domain/intake/phone-number.ts';
export * from '../domain/intake/received-deal.ts';
export type { VendorAccount } from '../domain/intake/vendor.ts';
export { configuredVendorId, isConfiguredVendorId, type Vendor } from '../domain/intake/vendor.ts';
export * from './lead-service.ts';
