import type { GetLeadStatus } from './ports/inbound.ts';
import type { Crm } from './ports/outbound.ts';

export const makeGetLeadStatus =
  (crm: Pick<Crm, 'statusOf'>): GetLeadStatus =>
  ({ leadId, vendorId }) =>
    crm.statusOf(leadId, vendorId);
