import { plainId } from '../../../domain/plain-id.ts';
import type { AnswerGoal } from '../../../domain/work/answer-goal.ts';
import { type AuditPorts, looked } from '../audited.ts';
import { unknownLead } from '../not-found.ts';
import type { OwnerChange, ShowLead } from '../ports/inbound/lead-use-cases.ts';
import type { AuditLog } from '../ports/outbound/audit-log.ts';
import type { KeptLeads } from '../ports/outbound/kept-leads.ts';

const MOST_ASSIGNMENTS = 100;

interface ShowLeadPorts extends AuditPorts {
  readonly audit: AuditLog;
  readonly leads: Pick<KeptLeads, 'lead'>;
  readonly answerGoal: AnswerGoal;
}

export const makeShowLead =
  (ports: ShowLeadPorts): ShowLead =>
  async ({ leadId: given, by }) => {
    const leadId = plainId(given);
    const kept = await ports.leads.lead(leadId);
    if (!kept) throw unknownLead();
    await looked(ports, { by, action: 'lead.show', on: leadId });
    const answer = ports.answerGoal.answerOf(kept.deal, ports.clock());
    return { ...kept, answer, assignments: await assignmentsOf(leadId, ports) };
  };

async function assignmentsOf(leadId: string, { audit }: ShowLeadPorts): Promise<readonly OwnerChange[]> {
  const entries = await audit.entries({ on: leadId, action: 'lead.assign', limit: MOST_ASSIGNMENTS });
  return entries
    .toReversed()
    .flatMap(({ at, by, byId, from, to, outcome }) =>
      outcome === 'done' && from !== undefined && to !== undefined && from !== to
        ? [{ at, by, byId, from, to }]
        : [],
    );
}
