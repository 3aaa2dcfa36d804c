import { assignDeal } from '../../domain/deal.ts';
import { operatorName } from '../../domain/operator-name.ts';
import type { AssignedLead, AssignLead, AssignLeads } from '../ports/inbound/operator.ts';
import { type ChangeLeadsPorts, changeLead, changeLeads } from './change-leads.ts';

const action = 'lead.assign';

export const makeAssignLead =
  (ports: ChangeLeadsPorts): AssignLead =>
  async ({ leadId, to, seen, by }) => {
    const owner = ownerNamed(to);
    return changeLead(ports, { action, by }, { id: leadId, decide: (deal) => assignDeal(deal, owner, seen) });
  };

/** What is refused is told, and stops nothing. */
export const makeAssignLeads =
  (ports: ChangeLeadsPorts): AssignLeads =>
  async ({ leads, to, by }) => {
    const owner = ownerNamed(to);
    const changes = leads.map(({ id, seen }) => ({
      id,
      decide: (deal: Parameters<typeof assignDeal>[0]) => assignDeal(deal, owner, seen),
    }));
    return assigned(changeLeads(ports, { action, by, changes }));
  };

async function* assigned(outcomes: ReturnType<typeof changeLeads>): AsyncGenerator<readonly AssignedLead[]> {
  for await (const group of outcomes)
    yield group.map((outcome) =>
      'changed' in outcome
        ? { id: outcome.id, from: outcome.changed.before.owner, owner: outcome.changed.after.owner }
        : { id: outcome.id, refused: outcome.refused.message, reason: outcome.refused.reason },
    );
}

const ownerNamed = (name: string | undefined): string | null =>
  name === undefined ? null : operatorName(name);
