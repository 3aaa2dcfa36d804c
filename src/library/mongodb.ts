/** `partner-lead-service/mongodb`: the parts of the store on MongoDB, one by one. */

export { type ConnectionOptions, MongoConnection } from '../adapters/outbound/mongodb/connection.ts';
export { MongoAuditLog } from '../adapters/outbound/mongodb/mongo-audit-log.ts';
export { MongoBackOffice } from '../adapters/outbound/mongodb/mongo-back-office.ts';
export { MongoCrm } from '../adapters/outbound/mongodb/mongo-crm.ts';
export { MongoDeliveries } from '../adapters/outbound/mongodb/mongo-deliveries.ts';
export { MongoHooks } from '../adapters/outbound/mongodb/mongo-hooks.ts';
export { MongoRefusals } from '../adapters/outbound/mongodb/mongo-refusals.ts';
export { MongoTickets } from '../adapters/outbound/mongodb/mongo-tickets.ts';
export { MongoVendors } from '../adapters/outbound/mongodb/mongo-vendors.ts';
export { StoreRefused } from '../adapters/outbound/mongodb/store-errors.ts';
