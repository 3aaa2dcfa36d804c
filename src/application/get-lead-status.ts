import { leadStatuses } from '../domain/lead-status.ts';
import type { GetLeadStatus } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import { Fault } from './ports/outbound/fault.ts';

/** Somebody gave the lead another status in the CRM than the five. */
class NotALeadStatus extends Fault {
  override readonly name = 'NotALeadStatus';
}

/** No vendor is told any but the five statuses (Spec 3), whatever others write into the CRM. */
export const makeGetLeadStatus =
  (crm: Pick<Crm, 'statusOf'>): GetLeadStatus =>
  async ({ leadId, vendorId }) => {
    const found = await crm.statusOf(leadId);
    if (!found || found.vendorId !== vendorId) return undefined;
    if (!leadStatuses.includes(found.status))
      throw new NotALeadStatus('the CRM has no status of Spec 3 for a lead', leadId);
    return found.status;
  };
