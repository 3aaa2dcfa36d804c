import {
  type ConnectionOptions,
  MongoConnection,
} from '../../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoCrm } from '../../src/adapters/outbound/mongodb/mongo-crm.ts';
import { MongoKeys } from '../../src/adapters/outbound/mongodb/mongo-keys.ts';
import { keptOfDeal } from '../../src/operators/adapters/outbound/mongodb/leads/kept-of-deal.ts';
import { forLeads } from '../../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { MongoVendors } from '../../src/operators/adapters/outbound/mongodb/vendors/mongo-vendors.ts';
import type { VendorDirectory } from '../../src/operators/application/ports/outbound/vendor-directory.ts';
import { directoryOf } from './vendor-directory.ts';

/** A server's connection, as it is shipped: a new database gets all indexes of leads and contacts. */
export const connectTo = (uri: string, options: ConnectionOptions = {}): MongoConnection =>
  new MongoConnection(uri, { indexed: forLeads, ...options });

/** The CRM that keeps with a lead what people and webhooks need of it. */
export const crmFor = (connection: MongoConnection) => new MongoCrm(connection, keptOfDeal);

/** Accounts and their keys. */
export const vendorsOn = (connection: MongoConnection): VendorDirectory =>
  directoryOf(new MongoKeys(connection), new MongoVendors(connection));
