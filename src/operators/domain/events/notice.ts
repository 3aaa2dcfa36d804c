import { isUnanswered } from '../work/answer.ts';
import type { WorkedDeal } from '../work/worked-deal.ts';
import type { LeadEvent } from './lead-event.ts';
import { TOLD_WITHIN } from './subscription.ts';

/** What a device shows of a lead. Without a title, it shows nothing more of it. */
export interface Notice {
  /** The id of the lead: a later notice of it stands in place of this one. */
  readonly tag: string;
  readonly title?: string | undefined;
  readonly body?: string | undefined;
}

/** Whether notices say what a lead is about: on a locked screen, everybody reads them. */
export type Shows = 'nothing' | 'summary';

/**
 * The notice of an event as the lead is now. `undefined` if there is nothing to tell any more: the customer was
 * answered or erased, the promise moved, or it is too long ago.
 */
export function noticeOf(
  event: LeadEvent,
  deal: WorkedDeal | undefined,
  shows: Shows,
  now: Date,
): Notice | undefined {
  const tag = event.leadId;
  if (now.getTime() - event.at.getTime() > TOLD_WITHIN) return undefined;
  if (event.type === 'lead.answered') return { tag };
  if (!deal?.customer) return undefined;
  const body = shows === 'summary' ? summaryOf(deal) : '';
  if (event.type === 'lead.received')
    return isUnanswered(deal) ? { tag, title: 'A new lead', body } : undefined;
  const isPromised =
    event.type === 'lead.follow_up_due' && deal.followUp?.at.getTime() === event.at.getTime();
  return isPromised ? { tag, title: 'A promise is due', body } : undefined;
}

/** What a lead is about, with nothing of its customer. */
const summaryOf = ({ vehicle: { year, make, model }, dealType, vendorName }: WorkedDeal): string =>
  [[year, make, model].filter(Boolean).join(' '), dealType, vendorName].filter(Boolean).join(' · ');
