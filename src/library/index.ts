/** `partner-lead-service`: the domain, its use cases and the ports. No framework, no driver, no I/O. */

export type { AuthenticateVendorPorts } from '../application/authenticate-vendor.ts';
export { makeAuthenticateVendor } from '../application/authenticate-vendor.ts';
export { makeGetLeadStatus } from '../application/get-lead-status.ts';
export type * from '../application/ports/inbound/vendor.ts';
export { IdempotencyKeyReused, MalformedIdempotencyKey } from '../application/ports/inbound/vendor.ts';
export type * from '../application/ports/outbound/crm.ts';
export type * from '../application/ports/outbound/journal.ts';
export type * from '../application/ports/outbound/keys.ts';
export type * from '../application/ports/outbound/quota.ts';
export type { Clock, Digest, NewLeadId } from '../application/ports/outbound/runtime.ts';
export type * from '../application/ports/outbound/store.ts';
export { StoreUnavailable } from '../application/ports/outbound/store.ts';
export type { SubmitLeadPorts } from '../application/submit-lead.ts';
export { makeSubmitLead } from '../application/submit-lead.ts';
export * from '../domain/contact.ts';
export * from '../domain/deal.ts';
export { type DealType, dealTypes, parseDealType } from '../domain/deal-type.ts';
export { EmailAddress } from '../domain/email-address.ts';
export * from '../domain/invalid-lead.ts';
export { Lead, type LeadDraft, notText, type Vehicle } from '../domain/lead.ts';
export * from '../domain/lead-status.ts';
export { PhoneNumber } from '../domain/phone-number.ts';
export type { Vendor } from '../domain/vendor.ts';
export * from './lead-service.ts';
