/** `partner-lead-service/mongodb`: the parts of the store on MongoDB, one by one. */

export {
  type ConnectionOptions,
  MongoConnection,
} from '../adapters/outbound/mongodb/connection/connection.ts';
export { StoreRefused } from '../adapters/outbound/mongodb/connection/store-errors.ts';
export { MongoContacts } from '../adapters/outbound/mongodb/contacts/mongo-contacts.ts';
export { MongoErasure } from '../adapters/outbound/mongodb/contacts/mongo-erasure.ts';
export { MongoAccessTokens } from '../adapters/outbound/mongodb/desk/mongo-access-tokens.ts';
export { MongoAuditLog } from '../adapters/outbound/mongodb/desk/mongo-audit-log.ts';
export { MongoLeases } from '../adapters/outbound/mongodb/desk/mongo-leases.ts';
export { MongoPeople } from '../adapters/outbound/mongodb/desk/mongo-people.ts';
export { MongoTickets } from '../adapters/outbound/mongodb/desk/mongo-tickets.ts';
export { mongoBackOffice } from '../adapters/outbound/mongodb/leads/mongo-back-office.ts';
export { MongoCrm } from '../adapters/outbound/mongodb/leads/mongo-crm.ts';
export { MongoLeads } from '../adapters/outbound/mongodb/leads/mongo-leads.ts';
export { MongoReport } from '../adapters/outbound/mongodb/leads/mongo-report.ts';
export { MongoUpgrade } from '../adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
export { MongoRefusals } from '../adapters/outbound/mongodb/vendors/mongo-refusals.ts';
export { MongoVendors } from '../adapters/outbound/mongodb/vendors/mongo-vendors.ts';
export { MongoDeliveries } from '../adapters/outbound/mongodb/webhooks/mongo-deliveries.ts';
export { MongoHooks } from '../adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
