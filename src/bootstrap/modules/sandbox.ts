import { ContainerModule } from 'inversify';
import { makeSubmitSandboxLead } from '../../application/sandbox-leads.ts';
import type { Deal } from '../../domain/deal.ts';
import type { LeadStatus } from '../../domain/lead-status.ts';
import { changeDeals } from '../../operators/application/leads/change-deals.ts';
import { moveDeal } from '../../operators/domain/work/move-deal.ts';
import { untouched, type WorkedDeal, withChange } from '../../operators/domain/work/worked-deal.ts';
import { tokens } from '../tokens.ts';
import { submitLeadPorts } from './core.ts';

/** Submits leads as the sandbox does: the customer's address can ask for a status, for one after the other, or for an error. */
export const sandboxModule = new ContainerModule(({ onActivation }) => {
  onActivation(tokens.submitLead, ({ get }) => {
    const ports = submitLeadPorts(get);
    const { clock } = ports;
    const leads = get(tokens.leads, { optional: true });
    const announcing = { knownHooks: get(tokens.knownHooks), ringBell: get(tokens.bell).ring };
    const move = (to: LeadStatus, at: Date) => (deal: WorkedDeal) =>
      moveDeal(deal, to, { at, by: 'sandbox', reason: 'requested by the test address' });
    const moved = (deal: Deal, to: LeadStatus) =>
      withChange(untouched(deal), move(to, deal.receivedAt)(untouched(deal)));
    const walk = (leadId: string, to: LeadStatus) =>
      leads ? changeDeals({ leads, ...announcing }, [leadId], move(to, clock())) : Promise.resolve();
    return makeSubmitSandboxLead({ ...ports, moved, move: walk });
  });
});
