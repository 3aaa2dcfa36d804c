import { hasCustomer } from '../../../domain/contact.ts';
import { isFinal } from '../../../domain/lead-status.ts';
import { DAY_MS } from '../day.ts';
import { type Awaited, isUnanswered } from './answer.ts';
import type { Answer } from './answer-goal.ts';
import type { DealSummary } from './deal-summary.ts';
import { stillSince } from './still-since.ts';

/** Milliseconds without work after which a lead without a follow-up comes back on My day. */
export const COMES_BACK_MS = 3 * DAY_MS;

/** The parts of a person's day, which My day lists one after another. */
export type PartOfDay = 'promised' | 'fresh' | 'still' | 'nobodys' | 'others';

/** The person whose day it is, and the time. */
export interface Day {
  /** Every id of this person. */
  readonly ids: readonly string[];
  readonly now: Date;
  readonly endOfToday: Date;
  /** Whether the person with this id can own leads. */
  readonly mayOwn: (id: string) => boolean;
}

type DayLead = DealSummary & { readonly answer?: Answer | undefined };

/**
 * The part of a person's day in which a lead stands. Their own open leads stand in one, and any lead with a follow-up
 * of theirs that is due today. Leads of nobody, or of an owner who has left or only looks, stand in a part of
 * everybody's day. `undefined` for closed leads, for those of colleagues, and for those of erased customers: there is
 * nobody to turn to.
 */
export function partOfDay(lead: DayLead, { ids, now, endOfToday, mayOwn }: Day): PartOfDay | undefined {
  if (isFinal(lead.status) || !hasCustomer(lead)) return undefined;
  const { owner, followUp } = lead;
  const isTheirs = owner !== undefined && ids.includes(owner);
  const isNobodys = owner === undefined || !mayOwn(owner);
  const mayKeep = isTheirs || (followUp?.byId !== undefined && ids.includes(followUp.byId));
  if (mayKeep && followUp && followUp.at <= now) return 'promised';
  if ((isTheirs || isNobodys) && isNew(lead)) return 'fresh';
  if (mayKeep && followUp && followUp.at < endOfToday) return 'promised';
  if (isNobodys) return 'nobodys';
  if (!isTheirs) return undefined;
  return !followUp && comesBack(lead) <= now ? 'still' : 'others';
}

/**
 * Whether a lead is new: unanswered, and without a follow-up or with one only after the answer is due. If the answer
 * is late, any follow-up ends that.
 */
function isNew(lead: DayLead): boolean {
  const { followUp, answer } = lead;
  if (!isUnanswered(lead)) return false;
  return !followUp || (answer !== undefined && !answer.isLate && answer.due < followUp.at);
}

/**
 * Whether an open lead stands still since this time or longer: its customer was answered, nothing is promised, and
 * nobody has worked on it.
 */
export const isStill = (
  deal: Awaited & Pick<DealSummary, 'followUp' | 'changedAt' | 'stillSince'>,
  since: Date,
): boolean => !isFinal(deal.status) && !deal.followUp && !isUnanswered(deal) && stillSince(deal) <= since;

/** When a lead comes back on My day: at its follow-up, or after `COMES_BACK_MS` without work. */
export const comesBack = (
  lead: Pick<DealSummary, 'followUp' | 'changedAt' | 'stillSince' | 'receivedAt'>,
): Date => lead.followUp?.at ?? new Date(stillSince(lead).getTime() + COMES_BACK_MS);
