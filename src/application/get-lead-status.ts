import type { GetLeadStatus } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import { requireText } from './require-text.ts';
import { withinTenSeconds } from './time-limit.ts';

export function makeGetLeadStatus(crm: Pick<Crm, 'statusOf'>): GetLeadStatus {
  const getLeadStatus: GetLeadStatus = async ({ leadId, vendorId }) => {
    const status = await crm.statusOf(leadId, vendorId);
    return status && requireText(status, 'Crm.statusOf');
  };
  return (query) => withinTenSeconds(getLeadStatus(query));
}
