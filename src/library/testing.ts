/** `partner-lead-service/testing`: tests that a CRM adapter must pass. They run under vitest, which you install. */

export { type CrmContractOptions, crmContract } from '../testing/crm-contract.ts';
export type { CrmHook, CrmUnderTest } from '../testing/crm-under-test.ts';
