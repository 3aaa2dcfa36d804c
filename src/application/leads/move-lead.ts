import { type AuditPorts, audited } from '../audited.ts';
import { unknownLead } from '../not-found.ts';
import type { MoveLead } from '../ports/inbound/operator.ts';
import type { BackOffice } from '../ports/outbound/back-office.ts';
import { type ChangeStatusPorts, changeStatus } from './change-status.ts';

interface MoveLeadPorts extends AuditPorts, ChangeStatusPorts {
  readonly backOffice: Pick<BackOffice, 'lead' | 'changeStatus'>;
}

export const makeMoveLead =
  (ports: MoveLeadPorts): MoveLead =>
  async ({ leadId, to, reason, by: given }) => {
    // A mistyped id may be anything, a customer's address too: it must not enter the audit log.
    if (!(await ports.backOffice.lead(leadId))) throw unknownLead();
    return audited(ports, { by: given, action: 'lead.move', on: leadId }, async (by) => {
      const changed = await changeStatus(ports, leadId, to, { at: ports.clock(), by, reason });
      if (!changed) throw unknownLead();
      return changed;
    });
  };
