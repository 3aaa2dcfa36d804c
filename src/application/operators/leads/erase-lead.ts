import { plainId } from '../../../domain/plain-id.ts';
import { audited } from '../audited.ts';
import { unknownLead } from '../not-found.ts';
import type { EraseLead } from '../ports/inbound/lead-change-use-cases.ts';
import type { Erasure } from '../ports/outbound/erasure.ts';
import type { KeptLeads } from '../ports/outbound/kept-leads.ts';
import { forgetRefused, type RefusedRequestPorts } from '../vendors/refused-requests.ts';
import type { ChangeLeadPorts } from './change-lead.ts';
import { endFollowUps } from './note-lead.ts';

interface EraseLeadPorts extends ChangeLeadPorts, RefusedRequestPorts {
  readonly leads: ChangeLeadPorts['leads'] & Pick<KeptLeads, 'lead'>;
  readonly erasure: Pick<Erasure, 'eraseLead'>;
}

export const makeEraseLead =
  (ports: EraseLeadPorts): EraseLead =>
  async ({ leadId: given, by }) => {
    const leadId = plainId(given);
    // A mistyped id may be anything, a customer's address too: it must not enter the audit log.
    const kept = await ports.leads.lead(leadId);
    if (!kept) throw unknownLead();
    const ended = await endFollowUps(ports, [kept.deal], by);
    await audited(ports, { by, action: 'lead.erase', on: leadId }, async () => {
      await forgetRefused(ports, [kept.deal]); // first, while the lead still has the id
      await ports.erasure.eraseLead(leadId, ports.clock());
    });
    return { ended };
  };
