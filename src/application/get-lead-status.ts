import type { GetLeadStatus } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import { requireText } from './require-text.ts';

export const makeGetLeadStatus =
  (crm: Pick<Crm, 'statusOf'>): GetLeadStatus =>
  async ({ leadId, vendorId }) => {
    const status = await crm.statusOf(leadId, vendorId);
    return status && requireText(status, 'Crm.statusOf');
  };
