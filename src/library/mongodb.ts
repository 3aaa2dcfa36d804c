/** `partner-lead-service/mongodb`: the parts of the store on MongoDB, one by one. */

export {
  type ConnectionOptions,
  MongoConnection,
} from '../adapters/outbound/mongodb/connection/connection.ts';
export type { IndexedCollection, NamedIndex } from '../adapters/outbound/mongodb/connection/indexes.ts';
export { StoreRefused } from '../adapters/outbound/mongodb/connection/store-errors.ts';
export { type KeptBeside, MongoCrm } from '../adapters/outbound/mongodb/mongo-crm.ts';
export { MongoKeys } from '../adapters/outbound/mongodb/mongo-keys.ts';
export { MongoSources } from '../adapters/outbound/mongodb/mongo-sources.ts';
export { MongoContacts } from '../operators/adapters/outbound/mongodb/contacts/mongo-contacts.ts';
export { MongoErasure } from '../operators/adapters/outbound/mongodb/contacts/mongo-erasure.ts';
export {
  MongoAccessTokens,
  MongoLeases,
  MongoPeople,
  MongoSubscriptions,
  MongoTickets,
} from '../operators/adapters/outbound/mongodb/desk/desk-collections.ts';
export { MongoAuditLog } from '../operators/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
export { keptOfDeal } from '../operators/adapters/outbound/mongodb/leads/kept-of-deal.ts';
export { mongoBackOffice } from '../operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
export { MongoLeads } from '../operators/adapters/outbound/mongodb/leads/mongo-leads.ts';
export { MongoReport } from '../operators/adapters/outbound/mongodb/leads/mongo-report.ts';
export { MongoManagedSources } from '../operators/adapters/outbound/mongodb/sources/mongo-managed-sources.ts';
export { forLeads } from '../operators/adapters/outbound/mongodb/store/indexes.ts';
export { MongoUpgrade } from '../operators/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
export { MongoRefusals } from '../operators/adapters/outbound/mongodb/vendors/mongo-refusals.ts';
export { MongoVendors } from '../operators/adapters/outbound/mongodb/vendors/mongo-vendors.ts';
export { MongoDeliveries } from '../operators/adapters/outbound/mongodb/webhooks/mongo-deliveries.ts';
export { MongoHooks } from '../operators/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
