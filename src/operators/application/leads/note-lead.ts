import type { NewActivity, FollowUp as Promised } from '../../domain/work/activity.ts';
import { type Acting, followUpDeal, type SeenFollowUp } from '../../domain/work/follow-up.ts';
import { isOfFollowUp, noteDeal } from '../../domain/work/note-deal.ts';
import { strikeActivity } from '../../domain/work/strike-activity.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import type { By } from '../ports/order.ts';
import type { ChangedDeal, DealSummary } from '../ports/records.ts';
import { type ChangeLeadPorts, changeLead, changeLeads, type NextFollowUp } from './change-leads.ts';
import { followUpPart } from './taken-follow-ups.ts';

const followUpOrder = { action: 'lead.follow-up', part: followUpPart } as const;

/**
 * Adds an activity to a lead. Throws Refused (`invalid-note`) for a note without a text, for a text that is too long,
 * and for any text about a customer who was erased; `lead-full` if the lead has a thousand.
 */
export type NoteLead = (
  order: NewActivity & NextFollowUp & { readonly leadId: string; readonly by: By },
) => Promise<ChangedDeal>;

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

/**
 * Crosses out an entry by its author's wish: it is still shown, but no longer counts. Throws Refused
 * (`unknown-activity`, `activity-of-other`).
 */
export type StrikeActivity = (order: {
  readonly leadId: string;
  /** The id of the entry to cross out. */
  readonly activity: string;
  readonly by: By;
}) => Promise<ChangedDeal>;

export const makeStrikeActivity =
  (ports: ChangeLeadPorts): StrikeActivity =>
  ({ leadId, activity, by }) =>
    changeLead(
      ports,
      { action: 'lead.strike', by },
      { id: leadId, decide: (deal, acting) => strikeActivity(deal, activity, acting) },
    );

/**
 * Sets or ends the follow-up of an open lead. Throws Refused (`lead-ended`, `invalid-follow-up`) for a lead
 * that has ended and for a time that is past. Throws ChangedMeanwhile if the follow-up is no longer what the
 * author saw, and FollowUpOfOther if somebody else promised it; both are Refused.
 */
export type FollowUp = (order: {
  readonly leadId: string;
  /** When to turn to the customer again; `undefined`: never. */
  readonly at: Date | undefined;
  /** What the customer is to be asked or told; by default as before. */
  readonly text?: string | undefined;
  readonly seen?: SeenFollowUp | undefined;
  readonly endFollowUp?: NextFollowUp['endFollowUp'];
  readonly by: By;
}) => Promise<ChangedDeal>;

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
