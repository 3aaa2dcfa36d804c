/** `partner-lead-service/testing`: what an adapter has to pass. It runs under vitest, which the package leaves to you. */

export { type CrmUnderTest, crmContract } from '../testing/crm-contract.ts';
