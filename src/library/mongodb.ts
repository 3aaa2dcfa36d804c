/** `partner-lead-service/mongodb`: the CRM, the vendors' accounts and the audit log on MongoDB. */

export {
  type ConnectionOptions,
  MongoConnection,
} from '../adapters/outbound/mongodb/connection/connection.ts';
export { StoreRefused } from '../adapters/outbound/mongodb/connection/store-errors.ts';
export { MongoAuditLog } from '../adapters/outbound/mongodb/desk/mongo-audit-log.ts';
export { MongoBackOffice } from '../adapters/outbound/mongodb/leads/mongo-back-office.ts';
export { MongoCrm } from '../adapters/outbound/mongodb/leads/mongo-crm.ts';
export { MongoVendors } from '../adapters/outbound/mongodb/vendors/mongo-vendors.ts';
