import { leadStatuses } from '../domain/lead-status.ts';
import { plainId } from '../domain/plain-id.ts';
import { asPromised } from './port-answers.ts';
import type { GetLeadStatus } from './ports/inbound/vendor.ts';
import type { Crm } from './ports/outbound/crm.ts';
import { Fault } from './ports/outbound/fault.ts';

/** Another program that writes to the CRM gave a lead a status that is none of the five. */
class NotALeadStatus extends Fault {
  override readonly name = 'NotALeadStatus';
}

/** Makes the use case that tells vendors a lead's status, and only the exact statuses of Spec 3. */
export const makeGetLeadStatus =
  (crm: Pick<Crm, 'statusOf'>): GetLeadStatus =>
  async ({ leadId, vendorId }) => {
    const found = asPromised('crm.statusOf', await crm.statusOf(plainId(leadId)));
    if (!found || found.vendorId !== vendorId) return undefined;
    if (!leadStatuses.includes(found.status))
      throw new NotALeadStatus('the CRM has no status of Spec 3 for a lead', leadId);
    return found.status;
  };
