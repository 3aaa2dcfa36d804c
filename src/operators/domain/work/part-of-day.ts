import { isFinal } from '../../../domain/lead-status.ts';
import { DAY_MS } from '../day.ts';
import { isUnanswered } from './answer.ts';
import type { Answer } from './answer-goal.ts';
import type { DealSummary } from './deal-summary.ts';

/** How long after somebody last did something with it a lead without a promise comes back by itself. */
export const COMES_BACK_MS = 3 * DAY_MS;

/** The parts of somebody's day. */
export type PartOfDay = 'promised' | 'fresh' | 'still' | 'nobodys' | 'others';

/** Whose day it is, and when. */
export interface Day {
  /** Every id that means them. */
  readonly ids: readonly string[];
  readonly now: Date;
  readonly endOfToday: Date;
  /** Whether leads can be the person’s with this id. */
  readonly mayOwn: (id: string) => boolean;
}

type DayLead = DealSummary & { readonly answer?: Answer | undefined };

/**
 * In which part of somebody’s day a lead stands. Each open lead that is theirs stands in one, and each that is nobody’s, or
 * of who has left or only looks, in one of everybody’s; so does one in which they have promised something. `undefined`: it
 * is a colleague’s, or has ended.
 */
export function partOfDay(lead: DayLead, { ids, now, endOfToday, mayOwn }: Day): PartOfDay | undefined {
  if (isFinal(lead.status)) return undefined;
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

/** A call in vain leaves a customer who waits, unless it was promised for before they are to be answered. */
function isNew(lead: DayLead): boolean {
  const { followUp, answer } = lead;
  if (!isUnanswered(lead)) return false;
  return !followUp || (answer !== undefined && !answer.isLate && answer.due < followUp.at);
}

/** Since when nobody has done anything with a lead. */
export const stillSince = ({ changedAt, receivedAt }: Pick<DealSummary, 'changedAt' | 'receivedAt'>): Date =>
  changedAt ?? receivedAt;

/** When somebody is to turn to it again: as promised, or by itself. */
export const comesBack = (lead: Pick<DealSummary, 'followUp' | 'changedAt' | 'receivedAt'>): Date =>
  lead.followUp?.at ?? new Date(stillSince(lead).getTime() + COMES_BACK_MS);
