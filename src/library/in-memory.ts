/** `partner-lead-service/in-memory`: a CRM over Maps, and API keys out of a text. For tests and first steps. */

export { InMemoryCrm } from '../adapters/outbound/in-memory/in-memory-crm.ts';
export { MalformedStaticKeys, StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
