/** `partner-lead-service/testing`: tests that your adapters must pass. They run under vitest, which you install. */

export { type AccessTokensUnderTest, accessTokensContract } from './access-tokens-contract.ts';
export { type AsItCameUnderTest, asItCameContract } from './as-it-came-contract.ts';
export { type AuditLogUnderTest, auditLogContract } from './audit-log-contract.ts';
export { backOfficeContract } from './back-office-contract.ts';
export type { BackOfficeUnderTest } from './back-office-subject.ts';
export type { ContractOptions } from './contract.ts';
export { type CrmContractOptions, crmContract } from './crm-contract.ts';
export type { CrmHook, CrmUnderTest } from './crm-under-test.ts';
export { type LeasesUnderTest, leasesContract } from './leases-contract.ts';
export { type PeopleUnderTest, peopleContract } from './people-contract.ts';
export { type RefusalsUnderTest, refusalsContract } from './refusals-contract.ts';
export { type SourcesUnderTest, sourcesContract } from './sources-contract.ts';
export { linkTo, type StoreLink } from './store-link.ts';
export { type SubscriptionsUnderTest, subscriptionsContract } from './subscriptions-contract.ts';
export { type TicketsUnderTest, ticketsContract } from './tickets-contract.ts';
export type { Breakable } from './unreachable.ts';
export {
  type VendorDirectoryUnderTest,
  vendorDirectoryContract,
} from './vendor-directory-contract.ts';
export { webhooksContract } from './webhooks-contract.ts';
export type { WebhookStore, WebhooksUnderTest } from './webhooks-under-test.ts';
