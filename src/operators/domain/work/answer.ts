import { type CustomerAsSent, hasCustomer } from '../../../domain/contact.ts';
import { initialStatus, type LeadStatus } from '../../../domain/lead-status.ts';

/** A lead went from Won or Lost back to In Progress: its customer waits for an answer again. */
export interface Reopened {
  readonly at: Date;
  /** When the customer was first answered after that. */
  readonly answeredAt?: Date | undefined;
}

/** The fields of a deal that tell whether its customer waits. */
export interface Awaited {
  readonly status: LeadStatus;
  readonly customer: CustomerAsSent | undefined;
  readonly receivedAt: Date;
  readonly answeredAt?: Date | undefined;
  readonly reopened?: Reopened | undefined;
}

/** The beginning and, if there was one, the end of a customer's wait for the first answer. */
export interface AnswerClock {
  readonly since: Date;
  /** `undefined` if nobody has answered, or the time is not known. */
  readonly answeredAt: Date | undefined;
}

/** The wait since the lead was last reopened, else since it was received. */
export function clockOf(deal: Omit<Awaited, 'status' | 'customer'>): AnswerClock {
  const { receivedAt, answeredAt, reopened } = deal;
  if (reopened) return { since: reopened.at, answeredAt: reopened.answeredAt };
  return { since: receivedAt, answeredAt };
}

/** Whether the deal has a customer who still waits for the first answer. */
export const isUnanswered = (deal: Awaited): boolean =>
  deal.status === initialStatus && hasCustomer(deal) && clockOf(deal).answeredAt === undefined;

/** Since when the deal's customer waits; `undefined` if nobody waits. */
export const waitsSince = (deal: Awaited): Date | undefined =>
  isUnanswered(deal) ? clockOf(deal).since : undefined;

/**
 * The fields that an answer at this time sets: none if it is not the first. In a reopened deal, `answeredAt`
 * itself keeps the answer from before.
 */
export function answered(
  { answeredAt, reopened }: Pick<Awaited, 'answeredAt' | 'reopened'>,
  at: Date,
): Pick<Awaited, 'answeredAt' | 'reopened'> {
  if (reopened) return reopened.answeredAt ? {} : { reopened: { ...reopened, answeredAt: at } };
  return answeredAt ? {} : { answeredAt: at };
}
