import { moveDeal } from '../domain/deal.ts';
import { type AuditPorts, audited } from './audited.ts';
import { unknownLead } from './not-found.ts';
import type { MoveLead } from './ports/inbound/operator.ts';
import type { BackOffice } from './ports/outbound/back-office.ts';

export const makeMoveLead =
  (ports: AuditPorts & { readonly backOffice: Pick<BackOffice, 'lead' | 'changeStatus'> }): MoveLead =>
  async ({ leadId, to, reason, by: given }) => {
    // A mistyped id may be anything, a customer's address too: it must not enter the audit log.
    if (!(await ports.backOffice.lead(leadId))) throw unknownLead();
    return audited(ports, { by: given, action: 'lead.move', on: leadId }, async (by) => {
      const at = ports.clock();
      const change = { at, by, reason };
      const changed = await ports.backOffice.changeStatus(leadId, (deal) => moveDeal(deal, to, change));
      if (!changed) throw unknownLead();
      return changed;
    });
  };
