import { leadStatuses } from '../domain/lead-status.ts';
import type { GetLeadStatus } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import { Fault } from './ports/outbound/fault.ts';

/** The CRM holds a status that is not one of the five. */
class NotALeadStatus extends Fault {
  override readonly name = 'NotALeadStatus';
}

/** Answers with one of the five statuses only (Spec 3), although others may write any into the CRM. */
export const makeGetLeadStatus =
  (crm: Pick<Crm, 'statusOf'>): GetLeadStatus =>
  async ({ leadId, vendorId }) => {
    const found = await crm.statusOf(leadId);
    if (!found || found.vendorId !== vendorId) return undefined;
    if (!leadStatuses.includes(found.status))
      throw new NotALeadStatus('the CRM has no status of Spec 3 for a lead', leadId);
    return found.status;
  };
