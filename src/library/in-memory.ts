/** `partner-lead-service/in-memory`: in-memory stores, and API keys parsed from text. For tests and first steps. */

export { InMemoryAccessTokens } from '../adapters/outbound/in-memory/in-memory-access-tokens.ts';
export { InMemoryAuditLog } from '../adapters/outbound/in-memory/in-memory-audit-log.ts';
export { inMemoryBackOffice } from '../adapters/outbound/in-memory/in-memory-back-office.ts';
export { InMemoryContacts } from '../adapters/outbound/in-memory/in-memory-contacts.ts';
export { InMemoryCrm } from '../adapters/outbound/in-memory/in-memory-crm.ts';
export { InMemoryDeliveries } from '../adapters/outbound/in-memory/in-memory-deliveries.ts';
export { InMemoryErasure } from '../adapters/outbound/in-memory/in-memory-erasure.ts';
export { InMemoryHooks } from '../adapters/outbound/in-memory/in-memory-hooks.ts';
export { InMemoryLeads } from '../adapters/outbound/in-memory/in-memory-leads.ts';
export { InMemoryLeases } from '../adapters/outbound/in-memory/in-memory-leases.ts';
export { InMemoryPeople } from '../adapters/outbound/in-memory/in-memory-people.ts';
export { InMemoryRecords } from '../adapters/outbound/in-memory/in-memory-records.ts';
export { InMemoryRefusals } from '../adapters/outbound/in-memory/in-memory-refusals.ts';
export { InMemoryReport } from '../adapters/outbound/in-memory/in-memory-report.ts';
export { InMemoryTickets } from '../adapters/outbound/in-memory/in-memory-tickets.ts';
export { InMemoryVendors } from '../adapters/outbound/in-memory/in-memory-vendors.ts';
export { MalformedStaticKeys, StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
