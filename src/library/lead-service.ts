import { issuedKeys } from '../adapters/outbound/key-cache/issued-keys.ts';
import * as runtime from '../adapters/outbound/runtime/runtime.ts';
import { makeAuthenticateVendor } from '../application/authenticate-vendor.ts';
import { makeGetLeadStatus } from '../application/get-lead-status.ts';
import type { AuthenticateVendor, GetLeadStatus, SubmitLead } from '../application/ports/inbound/vendor.ts';
import { type AnnounceLead, tellNobody } from '../application/ports/outbound/announce-lead.ts';
import type { ApiKeyDirectory } from '../application/ports/outbound/api-key-directory.ts';
import { type Crm, crmMethods, requireOneWrite } from '../application/ports/outbound/crm.ts';
import type { IssuedKeys } from '../application/ports/outbound/issued-keys.ts';
import type { Clock, NewLeadId } from '../application/ports/outbound/runtime.ts';
import { makeSubmitLead } from '../application/submit-lead.ts';
import { requireMethods } from './require-methods.ts';

/** Driven ports of the use cases. Only `crm` is required; no default does any I/O. */
export interface LeadServicePorts<Announced = unknown> {
  readonly crm: Crm<Announced>;
  /** Keys of any form, looked up for each request. By default there are none. */
  readonly keys?: ApiKeyDirectory | undefined;
  /**
   * Accounts with issued keys. Malformed keys cost no look-up, answers are reused for three seconds, and the
   * last use of each key with an id is recorded. By default there are none.
   */
  readonly vendors?: IssuedKeys | undefined;
  /** Decides who hears of each lead; for webhooks, `makeAnnounceReceived` of `…/operators`. By default nobody does. */
  readonly announce?: AnnounceLead<Announced> | undefined;
  readonly clock?: Clock | undefined;
  readonly newLeadId?: NewLeadId | undefined;
}

/** The use cases, to call directly or to serve over HTTP with `createHttpApi`. */
export interface LeadService {
  readonly submitLead: SubmitLead;
  readonly getLeadStatus: GetLeadStatus;
  readonly authenticate: AuthenticateVendor;
}

/** Composes the use cases from your ports. Throws TypeError if a port lacks a method. */
export function createLeadService<Announced = unknown>({
  crm,
  keys = noKeys,
  vendors = noVendors,
  announce = tellNobody,
  clock = runtime.clock,
  newLeadId = runtime.newLeadId,
}: LeadServicePorts<Announced>): LeadService {
  requireOneWrite(crm);
  requireMethods('crm', crm, ...crmMethods);
  requireMethods('keys', keys, 'find');
  requireMethods('vendors', vendors, 'find', 'markUsed');
  const digest = runtime.sha256;
  return {
    submitLead: makeSubmitLead({ crm, newLeadId, clock, digest, announce }),
    getLeadStatus: makeGetLeadStatus(crm),
    authenticate: makeAuthenticateVendor({ configured: keys, ...issuedKeys(vendors, clock), digest, clock }),
  };
}

const noKeys: ApiKeyDirectory = { find: async () => undefined };
const noVendors = { ...noKeys, markUsed: async () => {} };
