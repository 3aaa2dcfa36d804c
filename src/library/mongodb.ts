/** `partner-lead-service/mongodb`: the CRM on MongoDB. */

export { type ConnectionOptions, MongoConnection } from '../adapters/outbound/mongodb/connection.ts';
export { MongoCrm } from '../adapters/outbound/mongodb/mongo-crm.ts';
export { StoreRefused } from '../adapters/outbound/mongodb/store-errors.ts';
