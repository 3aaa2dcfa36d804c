import * as runtime from '../adapters/outbound/runtime/runtime.ts';
import { makeAuthenticateVendor } from '../application/authenticate-vendor.ts';
import { makeGetLeadStatus } from '../application/get-lead-status.ts';
import type { AuthenticateVendor, GetLeadStatus, SubmitLead } from '../application/ports/inbound/vendor.ts';
import type { Crm } from '../application/ports/outbound/crm.ts';
import type { ApiKeyDirectory, RecordKeyUse } from '../application/ports/outbound/keys.ts';
import type { Clock, Digest, NewLeadId } from '../application/ports/outbound/runtime.ts';
import { makeSubmitLead } from '../application/submit-lead.ts';

/** The driven ports of the use cases. Only `crm` is required; no default does any I/O. */
export interface LeadServicePorts {
  readonly crm: Crm;
  /** By default there are no keys, so `authenticate` always resolves to `undefined`. */
  readonly keys?: ApiKeyDirectory | undefined;
  readonly clock?: Clock | undefined;
  readonly newLeadId?: NewLeadId | undefined;
  readonly digest?: Digest | undefined;
  /** Called each time a key that has an id authenticates a caller. */
  readonly recordUse?: RecordKeyUse | undefined;
}

/** The use cases, to call directly or to serve over HTTP with `createHttpApi`. */
export interface LeadService {
  readonly submitLead: SubmitLead;
  readonly getLeadStatus: GetLeadStatus;
  readonly authenticate: AuthenticateVendor;
}

/** Composes the use cases over your ports. Throws TypeError without a `crm`. */
export function createLeadService({
  crm,
  keys = noKeys,
  clock = runtime.clock,
  newLeadId = runtime.newLeadId,
  digest = runtime.sha256,
  recordUse = () => {},
}: LeadServicePorts): LeadService {
  if (!crm) throw new TypeError('createLeadService needs a CRM: createLeadService({ crm })');
  return {
    submitLead: makeSubmitLead({ crm, newLeadId, clock, digest }),
    getLeadStatus: makeGetLeadStatus(crm),
    authenticate: makeAuthenticateVendor({ configured: keys, issued: noKeys, recordUse, digest, clock }),
  };
}

const noKeys: ApiKeyDirectory = { find: async () => undefined };
