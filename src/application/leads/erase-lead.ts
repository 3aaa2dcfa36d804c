import { type AuditPorts, audited } from '../audited.ts';
import { unknownLead } from '../not-found.ts';
import type { EraseLead } from '../ports/inbound/operator.ts';
import type { BackOffice } from '../ports/outbound/back-office.ts';

export const makeEraseLead =
  (ports: AuditPorts & { readonly backOffice: Pick<BackOffice, 'lead' | 'eraseLead'> }): EraseLead =>
  async ({ leadId, by }) => {
    // A mistyped id may be anything, a customer's address too: it must not enter the audit log.
    if (!(await ports.backOffice.lead(leadId))) throw unknownLead();
    return audited(ports, { by, action: 'lead.erase', on: leadId }, () => ports.backOffice.eraseLead(leadId));
  };
