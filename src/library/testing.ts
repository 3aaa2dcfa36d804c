/** `partner-lead-service/testing`: tests that your adapters must pass. They run under vitest, which you install. */

export { type AccessTokensUnderTest, accessTokensContract } from '../testing/access-tokens-contract.ts';
export { type AsItCameUnderTest, asItCameContract } from '../testing/as-it-came-contract.ts';
export { type AuditLogUnderTest, auditLogContract } from '../testing/audit-log-contract.ts';
export { backOfficeContract } from '../testing/back-office-contract.ts';
export type { BackOfficeUnderTest } from '../testing/back-office-subject.ts';
export type { ContractOptions } from '../testing/contract.ts';
export { type CrmContractOptions, crmContract } from '../testing/crm-contract.ts';
export type { CrmHook, CrmUnderTest } from '../testing/crm-under-test.ts';
export { type LeasesUnderTest, leasesContract } from '../testing/leases-contract.ts';
export { type PeopleUnderTest, peopleContract } from '../testing/people-contract.ts';
export { type RefusalsUnderTest, refusalsContract } from '../testing/refusals-contract.ts';
export { type SourcesUnderTest, sourcesContract } from '../testing/sources-contract.ts';
export { linkTo, type StoreLink } from '../testing/store-link.ts';
export { type SubscriptionsUnderTest, subscriptionsContract } from '../testing/subscriptions-contract.ts';
export { type TicketsUnderTest, ticketsContract } from '../testing/tickets-contract.ts';
export type { Breakable } from '../testing/unreachable.ts';
export {
  type VendorDirectoryUnderTest,
  vendorDirectoryContract,
} from '../testing/vendor-directory-contract.ts';
export { webhooksContract } from '../testing/webhooks-contract.ts';
export type { WebhookStore, WebhooksUnderTest } from '../testing/webhooks-under-test.ts';
