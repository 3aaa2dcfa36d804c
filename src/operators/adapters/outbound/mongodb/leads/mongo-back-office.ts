import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { MongoContacts } from '../contacts/mongo-contacts.ts';
import { MongoErasure } from '../contacts/mongo-erasure.ts';
import { MongoLeads } from './mongo-leads.ts';
import { MongoReport } from './mongo-report.ts';

/** Operators' ports for leads, on the CRM's own collections. */
export const mongoBackOffice = (connection: MongoConnection) => ({
  leads: new MongoLeads(connection),
  contacts: new MongoContacts(connection),
  report: new MongoReport(connection),
  erasure: new MongoErasure(connection),
});
