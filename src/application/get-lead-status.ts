import { leadStatuses } from '../domain/lead-status.ts';
import type { GetLeadStatus } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import { withinTenSeconds } from './time-limit.ts';

/** Somebody gave the lead another status in the CRM than the five. `code` is the lead's id: it is logged. */
class NotALeadStatus extends TypeError {
  override readonly name = 'NotALeadStatus';
  readonly code: string;

  constructor(leadId: string) {
    super('the CRM has no status of Spec 3 for a lead');
    this.code = leadId;
  }
}

/** No vendor is told any but the five statuses (Spec 3), whatever others write into the CRM. */
export const makeGetLeadStatus =
  (crm: Pick<Crm, 'statusOf'>): GetLeadStatus =>
  async ({ leadId, vendorId }) => {
    const found = await withinTenSeconds(crm.statusOf(leadId));
    if (!found || found.vendorId !== vendorId) return undefined;
    if (!leadStatuses.includes(found.status)) throw new NotALeadStatus(leadId);
    return found.status;
  };
