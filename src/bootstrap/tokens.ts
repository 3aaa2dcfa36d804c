import type { ServiceIdentifier } from 'inversify';
import type { HttpApi } from '../adapters/inbound/http/http-api.ts';
import type { MongoConnection } from '../adapters/outbound/mongodb/connection.ts';
import type { VendorDirectory } from '../application/ports/back-office.ts';
import type { AuthenticateVendor, GetLeadStatus, SubmitLead } from '../application/ports/inbound.ts';
import type {
  ApiKeyDirectory,
  Clock,
  Crm,
  Digest,
  Journal,
  LeadIds,
  StoreHealth,
  TakeQuota,
} from '../application/ports/outbound.ts';
import type { Config } from './config.ts';

/** An identifier that carries the type of what is bound to it: a wrong type does not compile. */
const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** Time, digests and new ids. */
export interface Runtime {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly newLeadId: LeadIds;
  readonly newRequestId: () => string;
}

/** Whether the process has been asked to stop. */
export interface Lifecycle {
  draining: boolean;
}

export const tokens = {
  config: token<Config>('config'),
  lifecycle: token<Lifecycle>('lifecycle'),

  runtime: token<Runtime>('runtime'),
  journal: token<Journal>('journal'),
  mongoConnection: token<MongoConnection>('mongoConnection'),
  crm: token<Crm>('crm'),
  takeQuota: token<TakeQuota | undefined>('takeQuota'),
  storeHealth: token<StoreHealth>('storeHealth'),
  staticKeys: token<ApiKeyDirectory>('staticKeys'),
  vendors: token<VendorDirectory>('vendors'),

  submitLead: token<SubmitLead>('submitLead'),
  getLeadStatus: token<GetLeadStatus>('getLeadStatus'),
  authenticateVendor: token<AuthenticateVendor>('authenticateVendor'),
  httpApi: token<HttpApi>('httpApi'),
};
