import type { ServiceIdentifier } from 'inversify';
import type { HttpApi } from '../adapters/inbound/http/http-api.ts';
import type { MongoConnection } from '../adapters/outbound/mongodb/connection.ts';
import type { AuthenticateVendor, GetLeadStatus, SubmitLead } from '../application/ports/inbound/vendor.ts';
import type { ApiKeyDirectory } from '../application/ports/outbound/api-key-directory.ts';
import type { Crm } from '../application/ports/outbound/crm.ts';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { Clock, Digest, NewLeadId } from '../application/ports/outbound/runtime.ts';
import type { StoreHealth } from '../application/ports/outbound/store.ts';
import type { IssuedKeys } from '../application/ports/outbound/vendor-directory.ts';
import type { Config } from './config.ts';

/** An identifier that carries the type of what is bound to it: a wrong type does not compile. */
const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** Time, digests and new ids. */
interface Runtime {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly newLeadId: NewLeadId;
  readonly newRequestId: () => string;
}

export const tokens = {
  config: token<Config>('config'),

  runtime: token<Runtime>('runtime'),
  journal: token<Journal>('journal'),
  mongoConnection: token<MongoConnection>('mongoConnection'),
  crm: token<Crm>('crm'),
  takeQuota: token<TakeQuota | undefined>('takeQuota'),
  storeHealth: token<StoreHealth>('storeHealth'),
  staticKeys: token<ApiKeyDirectory>('staticKeys'),
  vendors: token<IssuedKeys>('vendors'),

  submitLead: token<SubmitLead>('submitLead'),
  getLeadStatus: token<GetLeadStatus>('getLeadStatus'),
  authenticateVendor: token<AuthenticateVendor>('authenticateVendor'),
  httpApi: token<HttpApi>('httpApi'),
};
