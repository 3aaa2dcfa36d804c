import type { GetLeadStatus } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import { withinTenSeconds } from './time-limit.ts';

export const makeGetLeadStatus =
  (crm: Pick<Crm, 'statusOf'>): GetLeadStatus =>
  ({ leadId, vendorId }) =>
    withinTenSeconds(crm.statusOf(leadId, vendorId));
