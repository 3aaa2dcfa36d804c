import type { GetLeadStatus } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import { withinTenSeconds } from './time-limit.ts';

export const makeGetLeadStatus =
  (crm: Pick<Crm, 'statusOf'>): GetLeadStatus =>
  async ({ leadId, vendorId }) => {
    const found = await withinTenSeconds(crm.statusOf(leadId));
    return found && found.vendorId === vendorId ? found.status : undefined;
  };
