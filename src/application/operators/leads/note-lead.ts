import type { Deal } from '../../../domain/work/deal.ts';
import { followUpDeal } from '../../../domain/work/follow-up.ts';
import { noteDeal } from '../../../domain/work/note-deal.ts';
import type { FollowUp, NoteLead } from '../ports/inbound/lead-change-use-cases.ts';
import { type ChangeLeadsPorts, changeLead } from './change-leads.ts';

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

/** What the audit log says of it. */
const followUpPart = ({ followUp }: Deal): string | null => followUp?.at.toISOString() ?? null;
