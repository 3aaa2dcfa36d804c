import type { FollowUp as Promised } from '../../domain/work/activity.ts';
import { type Acting, followUpDeal } from '../../domain/work/follow-up.ts';
import { isOfFollowUp, noteDeal } from '../../domain/work/note-deal.ts';
import { strikeActivity } from '../../domain/work/strike-activity.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import type { FollowUp, NoteLead, StrikeActivity } from '../ports/inbound/lead-change-use-cases.ts';
import type { By } from '../ports/inbound/people-use-cases.ts';
import type { DealSummary } from '../ports/records.ts';
import { type ChangeLeadPorts, changeLead, changeLeads } from './change-leads.ts';
import { followUpPart } from './taken-follow-ups.ts';

const followUpOrder = { action: 'lead.follow-up', part: followUpPart } as const;

export const makeNoteLead =
  (ports: ChangeLeadPorts): NoteLead =>
  async ({ leadId, kind, text, next, endFollowUp, seenFollowUp, leave = false, by }) => {
    const ofFollowUp = isOfFollowUp({ kind, text, next });
    return changeLead(
      ports,
      {
        ...(ofFollowUp ? followUpOrder : { action: 'lead.note' }),
        endFollowUp,
        seenFollowUp,
        by,
        takes: !leave,
      },
      {
        id: leadId,
        to: ofFollowUp ? (next?.toISOString() ?? null) : kind,
        decide: (deal, acting) => noteDeal(deal, { kind, text, next, ...acting }),
      },
    );
  };

export const makeStrikeActivity =
  (ports: ChangeLeadPorts): StrikeActivity =>
  ({ leadId, activity, by }) =>
    changeLead(
      ports,
      { action: 'lead.strike', by },
      { id: leadId, decide: (deal, acting) => strikeActivity(deal, activity, acting) },
    );

export const makeFollowUp =
  (ports: ChangeLeadPorts): FollowUp =>
  ({ leadId, at, text, seen, endFollowUp, by }) =>
    changeLead(
      ports,
      { ...followUpOrder, endFollowUp, seenFollowUp: seen, by },
      {
        id: leadId,
        to: at?.toISOString() ?? null,
        decide: (deal, acting) => followUpDeal(deal, { to: at ?? null, text }, acting),
      },
    );

/** Ends the follow-ups of customers who are to be erased, whoever set them. Resolves to those that ended. */
export async function endFollowUps(
  ports: ChangeLeadPorts,
  leads: readonly Pick<DealSummary, 'id' | 'followUp'>[],
  by: By,
): Promise<readonly Promised[]> {
  const changes = leads
    .filter(({ followUp }) => followUp)
    .map(({ id }) => ({
      id,
      to: null,
      decide: (deal: WorkedDeal, acting: Acting) => followUpDeal(deal, { to: null }, acting),
    }));
  const order = { ...followUpOrder, by, endFollowUp: true, changes };
  const ended: Promised[] = [];
  for await (const group of changeLeads(ports, order))
    ended.push(...group.flatMap((each) => ('changed' in each && each.changed.before.followUp) || []));
  return ended;
}
