import type { FollowUp as Promised } from '../../../domain/work/activity.ts';
import type { Deal } from '../../../domain/work/deal.ts';
import { type Acting, followUpDeal } from '../../../domain/work/follow-up.ts';
import { noteDeal } from '../../../domain/work/note-deal.ts';
import type { FollowUp, NoteLead } from '../ports/inbound/lead-change-use-cases.ts';
import type { By } from '../ports/inbound/people-use-cases.ts';
import type { DealSummary } from '../ports/records.ts';
import { type ChangeLeadsPorts, changeLead, changeLeads } from './change-leads.ts';
import { followUpPart } from './taken-follow-ups.ts';

export const makeNoteLead =
  (ports: ChangeLeadsPorts): NoteLead =>
  ({ leadId, kind, text, next, endFollowUp, seenFollowUp, by }) =>
    changeLead(
      ports,
      { action: 'lead.note', endFollowUp, seenFollowUp, by },
      { id: leadId, to: kind, decide: (deal, acting) => noteDeal(deal, { kind, text, next, ...acting }) },
    );

export const makeFollowUp =
  (ports: ChangeLeadsPorts): FollowUp =>
  ({ leadId, at, text, seen, endFollowUp, by }) =>
    changeLead(
      ports,
      { action: 'lead.follow-up', part: followUpPart, endFollowUp, seenFollowUp: seen, by },
      {
        id: leadId,
        to: at?.toISOString() ?? null,
        decide: (deal, acting) => followUpDeal(deal, { to: at ?? null, text }, acting),
      },
    );

/** Ends what was promised about customers who are to be erased, whoever promised it. Resolves to what ended. */
export async function endFollowUps(
  ports: ChangeLeadsPorts,
  leads: readonly Pick<DealSummary, 'id' | 'followUp'>[],
  by: By,
): Promise<readonly Promised[]> {
  const changes = leads
    .filter(({ followUp }) => followUp)
    .map(({ id }) => ({
      id,
      to: null,
      decide: (deal: Deal, acting: Acting) => followUpDeal(deal, { to: null }, acting),
    }));
  const order = { action: 'lead.follow-up', part: followUpPart, by, endFollowUp: true, changes } as const;
  const ended: Promised[] = [];
  for await (const group of changeLeads(ports, order))
    ended.push(...group.flatMap((each) => ('changed' in each && each.changed.before.followUp) || []));
  return ended;
}
