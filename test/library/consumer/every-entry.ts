import type { Crm } from 'partner-lead-service';
import type { StoreParts } from 'partner-lead-service/compose';
import type { HttpApi, HttpRequest, HttpResponse, vendorQuota } from 'partner-lead-service/http';
import type { InMemoryCrm } from 'partner-lead-service/in-memory';
import type { LeadServer } from 'partner-lead-service/koa';
import type { LambdaResponse } from 'partner-lead-service/lambda';
import type {
  MongoAuditLog,
  MongoConnection,
  MongoCrm,
  MongoDeliveries,
  MongoHooks,
  MongoKeys,
  MongoPeople,
  MongoRefusals,
  MongoTickets,
  MongoVendors,
  mongoBackOffice,
} from 'partner-lead-service/mongodb';
import type { CrmUnderTest } from 'partner-lead-service/testing';

/** Nothing to run: it compiles if the declarations of every entry can be resolved. */
export const adapters = (inMemory: InMemoryCrm, mongodb: MongoCrm): Crm[] => [inMemory, mongodb];
export const partsOnMongodb = (
  crm: MongoCrm,
  vendors: MongoKeys,
  managedVendors: MongoVendors,
  backOffice: ReturnType<typeof mongoBackOffice>,
  audit: MongoAuditLog,
  people: MongoPeople,
  hooks: MongoHooks,
  deliveries: MongoDeliveries,
  tickets: MongoTickets,
  refusals: MongoRefusals,
): StoreParts => ({
  ...{ crm, vendors, storeHealth: async () => true },
  ...{ ...backOffice, managedVendors, audit, people },
  ...{ hooks, deliveries, tickets, refusals },
});
export type Everything = [
  HttpApi,
  HttpRequest,
  HttpResponse,
  LeadServer,
  LambdaResponse,
  MongoConnection,
  typeof vendorQuota,
  CrmUnderTest,
];
