import { type CustomerAsSent, hasCustomer } from '../intake/contact.ts';
import { initialStatus, type LeadStatus } from '../intake/lead-status.ts';

/** A lead went from Won or Lost back to In Progress, and its customer waits anew. */
export interface Reopened {
  readonly at: Date;
  /** When the customer was first answered since then. */
  readonly answeredAt?: Date | undefined;
}

/** What of a deal tells whether its customer waits. */
export interface Awaited {
  readonly status: LeadStatus;
  readonly customer: CustomerAsSent | undefined;
  readonly receivedAt: Date;
  readonly answeredAt?: Date | undefined;
  readonly reopened?: Reopened | undefined;
}

/** How long a customer waits, or waited, for the first answer. */
export interface AnswerClock {
  readonly since: Date;
  /** `undefined` if nobody has answered, or nobody knows when. */
  readonly answeredAt: Date | undefined;
}

/** The clock that runs since the lead was received, or since it was last reopened. */
export const clockOf = ({
  receivedAt,
  answeredAt,
  reopened,
}: Omit<Awaited, 'status' | 'customer'>): AnswerClock =>
  reopened ? { since: reopened.at, answeredAt: reopened.answeredAt } : { since: receivedAt, answeredAt };

/** Whether there is a customer who still waits for the first answer. */
export const isUnanswered = (deal: Awaited): boolean =>
  deal.status === initialStatus && hasCustomer(deal) && clockOf(deal).answeredAt === undefined;

/** Since when that customer waits; `undefined` if nobody does. */
export const waitsSince = (deal: Awaited): Date | undefined =>
  isUnanswered(deal) ? clockOf(deal).since : undefined;

/** What an answer at this time sets: nothing if it is not the first. Reopening leaves `answeredAt` as it is for good. */
export function answered(
  { answeredAt, reopened }: Pick<Awaited, 'answeredAt' | 'reopened'>,
  at: Date,
): Pick<Awaited, 'answeredAt' | 'reopened'> {
  if (reopened) return reopened.answeredAt ? {} : { reopened: { ...reopened, answeredAt: at } };
  return answeredAt ? {} : { answeredAt: at };
}
