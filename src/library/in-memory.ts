/** `partner-lead-service/in-memory`: the CRM in memory, and API keys parsed from text. For tests and first steps. */

export { InMemoryCrm } from '../adapters/outbound/in-memory/in-memory-crm.ts';
export { MalformedStaticKeys, StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
