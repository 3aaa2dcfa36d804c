import { operatorName } from '../../domain/operator-name.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { unknownLead } from '../not-found.ts';
import type { AssignLead } from '../ports/inbound/operator.ts';
import type { BackOffice } from '../ports/outbound/back-office.ts';

export const makeAssignLead =
  (ports: AuditPorts & { readonly backOffice: Pick<BackOffice, 'lead' | 'assign'> }): AssignLead =>
  async ({ leadId, to, by }) => {
    const owner = to === undefined ? undefined : operatorName(to);
    // A mistyped id may be anything, a customer's address too: it must not enter the audit log.
    if (!(await ports.backOffice.lead(leadId))) throw unknownLead();
    return audited(ports, { by, action: 'lead.assign', on: leadId }, async () => {
      const changed = await ports.backOffice.assign(leadId, owner);
      if (!changed) throw unknownLead();
      return changed;
    });
  };
