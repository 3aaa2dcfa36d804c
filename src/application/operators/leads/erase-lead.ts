import { plainId } from '../../../domain/plain-id.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { unknownLead } from '../not-found.ts';
import type { EraseLead } from '../ports/inbound/lead-change-use-cases.ts';
import type { Erasure } from '../ports/outbound/erasure.ts';
import type { KeptLeads } from '../ports/outbound/kept-leads.ts';
import { forgetRefused, type RefusedRequestPorts } from '../vendors/refused-requests.ts';

interface EraseLeadPorts extends AuditPorts, RefusedRequestPorts {
  readonly leads: Pick<KeptLeads, 'lead'>;
  readonly erasure: Pick<Erasure, 'eraseLead'>;
}

export const makeEraseLead =
  (ports: EraseLeadPorts): EraseLead =>
  async ({ leadId: given, by }) => {
    const leadId = plainId(given);
    // A mistyped id may be anything, a customer's address too: it must not enter the audit log.
    const kept = await ports.leads.lead(leadId);
    if (!kept) throw unknownLead();
    return audited(ports, { by, action: 'lead.erase', on: leadId }, async () => {
      await forgetRefused(ports, [kept.deal]); // first, while the lead still has the id
      await ports.erasure.eraseLead(leadId, ports.clock());
    });
  };
