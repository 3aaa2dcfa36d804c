/** `partner-lead-service/mongodb`: the CRM, the vendors' accounts and the audit log on MongoDB. */

export { type ConnectionOptions, MongoConnection } from '../adapters/outbound/mongodb/connection.ts';
export { MongoAuditLog } from '../adapters/outbound/mongodb/mongo-audit-log.ts';
export { MongoBackOffice } from '../adapters/outbound/mongodb/mongo-back-office.ts';
export { MongoCrm } from '../adapters/outbound/mongodb/mongo-crm.ts';
export { MongoVendors } from '../adapters/outbound/mongodb/mongo-vendors.ts';
export { StoreRefused } from '../adapters/outbound/mongodb/store-errors.ts';
