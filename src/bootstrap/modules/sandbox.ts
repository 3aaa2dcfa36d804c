import { ContainerModule } from 'inversify';
import { makeSubmitSandboxLead } from '../../application/intake/sandbox-leads.ts';
import { changeDeals } from '../../application/operators/leads/change-deals.ts';
import type { LeadStatus } from '../../domain/intake/lead-status.ts';
import type { ReceivedDeal } from '../../domain/intake/received-deal.ts';
import { type Deal, untouched, withChange } from '../../domain/work/deal.ts';
import { moveDeal } from '../../domain/work/move-deal.ts';
import { tokens } from '../tokens.ts';
import { submitLeadPorts } from './core.ts';

/** Submits leads as the sandbox does: the customer's address can ask for a status, for one after the other, or for an error. */
export const sandboxModule = new ContainerModule(({ onActivation }) => {
  onActivation(tokens.submitLead, ({ get }) => {
    const ports = submitLeadPorts(get);
    const { clock } = ports;
    const leads = get(tokens.leads, { optional: true });
    const announcing = { knownHooks: get(tokens.knownHooks), ringBell: get(tokens.bell).ring };
    const move = (to: LeadStatus, at: Date) => (deal: Deal) =>
      moveDeal(deal, to, { at, by: 'sandbox', reason: 'requested by the test address' });
    const moved = (deal: ReceivedDeal, to: LeadStatus) =>
      withChange(untouched(deal), move(to, deal.receivedAt)(untouched(deal)));
    const walk = (leadId: string, to: LeadStatus) =>
      leads ? changeDeals({ leads, ...announcing }, [leadId], move(to, clock())) : Promise.resolve();
    return makeSubmitSandboxLead({ ...ports, moved, move: walk });
  });
});
