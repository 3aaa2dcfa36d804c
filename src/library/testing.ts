/** `partner-lead-service/testing`: tests that a CRM adapter must pass. They run under vitest, which you install. */

export { type CrmUnderTest, crmContract } from '../testing/crm-contract.ts';
