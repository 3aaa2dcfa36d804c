import { followUpDeal } from '../../../domain/work/follow-up.ts';
import { noteDeal } from '../../../domain/work/note-deal.ts';
import type { FollowUp, NoteLead } from '../ports/inbound/lead-change-use-cases.ts';
import { type ChangeLeadsPorts, changeLead } from './change-leads.ts';

export const makeNoteLead =
  (ports: ChangeLeadsPorts): NoteLead =>
  ({ leadId, kind, text, by }) =>
    changeLead(
      ports,
      { action: 'lead.note', by },
      { id: leadId, to: kind, decide: (deal, author) => noteDeal(deal, { kind, text, ...author }) },
    );

export const makeFollowUp =
  (ports: ChangeLeadsPorts): FollowUp =>
  ({ leadId, at, seen, by }) =>
    changeLead(
      ports,
      { action: 'lead.follow-up', part: ({ followUpAt }) => followUpAt?.toISOString() ?? null, by },
      {
        id: leadId,
        to: at?.toISOString() ?? null,
        decide: (deal, author) => followUpDeal(deal, at ?? null, author.at, seen),
      },
    );
