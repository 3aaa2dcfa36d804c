import { type CustomerAsSent, hasCustomer } from '../../../domain/contact.ts';
import { type Deal, forgetSent, type StatusEntry } from '../../../domain/deal.ts';
import { Refused } from '../refused.ts';
import type { Activity, FollowUp, Struck } from './activity.ts';
import type { Reopened } from './answer.ts';
import type { Author } from './person.ts';

/** One entry of a deal's history. */
export interface StatusChange extends StatusEntry, Author {
  /** The code of the `LostReason`, if the lead became Lost and somebody gave one. */
  readonly lostReason?: string | undefined;
  /** The time of the follow-up that this change ended. */
  readonly followUpAt?: Date | undefined;
  /** When the order was given that made this change, if `at` had to be later than that. */
  readonly orderedAt?: Date | undefined;
}

/** Who gave a lead to its owner, and when. */
export interface Assigned extends Author {
  readonly at: Date;
  /** The id of the owner before; `undefined`: nobody. */
  readonly from?: string | undefined;
  /**
   * When the owner first opened or changed the lead since; `null`: not yet. `undefined`: not known, in a lead given by
   * an earlier release, and told to nobody.
   */
  readonly openedAt?: Date | null | undefined;
}

/** The lead as the CRM keeps it: what the vendor sent, and what people have done with it. */
export interface WorkedDeal extends Deal {
  /** The customer as operators have corrected them; absent while nothing was corrected. */
  readonly present?: CustomerAsSent | undefined;
  /** The id of the person who takes care of the lead; `undefined` if nobody does. */
  readonly owner?: string | undefined;
  /** Who last set the owner, when, and who owned it before; `undefined` if nobody has since this is stored. */
  readonly assigned?: Assigned | undefined;
  /** When an operator last changed or erased the lead; `undefined` if none has. */
  readonly changedAt?: Date | undefined;
  /** When somebody last worked on the lead, if it was changed since without work: given to another, or undone. */
  readonly stillSince?: Date | undefined;
  readonly history: readonly StatusChange[];
  /** Oldest first. */
  readonly activities: readonly Activity[];
  /**
   * When somebody first reached or wrote to the customer, or moved the lead away from In Progress. A move in a
   * list that was handed back does not count: nobody knows when the customer was answered.
   */
  readonly answeredAt?: Date | undefined;
  /** The last time that the lead went from Won or Lost back to In Progress, if it did. */
  readonly reopened?: Reopened | undefined;
  /** The present follow-up, which only open leads have. */
  readonly followUp?: FollowUp | undefined;
}

/** The deal of a lead as received, with an empty log unless one is given. */
export const untouched = (received: Deal & Partial<WorkedDeal>): WorkedDeal => ({
  ...received,
  activities: received.activities ?? [],
});

/** The fields of a deal that operators set, each as a whole. */
export type Settable = Omit<WorkedDeal, keyof Deal | 'present' | 'activities'>;

/** What a change sets and adds. An absent field stays as it is; `null` removes it. */
export type DealChange = { readonly [F in keyof Settable]?: Settable[F] | null } & {
  /** The new status, which becomes the next entry of the history. */
  readonly moved?: StatusChange | undefined;
  /** The next entry of `activities`. */
  readonly activity?: Activity | undefined;
  /** The places of the activities to cross out, and who does so. */
  readonly strike?: { readonly places: readonly number[]; readonly struck: Struck } | undefined;
};

/** Applies a change. Without one, returns the same deal. */
export function withChange(deal: WorkedDeal, change: DealChange | undefined): WorkedDeal {
  if (!change) return deal;
  const { moved, activity, strike, ...given } = change;
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    ...deal,
    ...(moved && { status: moved.status, history: [...deal.history, moved] }),
    activities: activitiesAfter(deal, { activity, strike }),
    ...Object.fromEntries(set.map(([field, value]) => [field, value ?? undefined])),
  };
}

/** The activities of a deal, as a change leaves them. */
export function activitiesAfter(
  { activities }: Pick<WorkedDeal, 'activities'>,
  { activity, strike }: Pick<DealChange, 'activity' | 'strike'>,
): readonly Activity[] {
  const kept = strike
    ? activities.map((each, place) =>
        strike.places.includes(place) ? { ...each, struck: strike.struck } : each,
      )
    : activities;
  return activity ? [...kept, activity] : kept;
}

/** Somebody has changed the deal since the author of a change saw it. */
export class ChangedMeanwhile extends Refused {
  override readonly name = 'ChangedMeanwhile';
  /** The deal's last change of status, if that is known to be the cause. */
  readonly last: StatusChange | undefined;

  constructor(message: string, last?: StatusChange) {
    super('changed-meanwhile', message);
    this.last = last;
  }
}

/** Throws Refused (`lead-full`) if a lead already has `most` entries of a kind. `what` names the kind. */
export function requireRoom(count: number, most: number, what: string): void {
  if (count >= most)
    throw new Refused('lead-full', `A lead has at most ${most} ${what}: this one has them all.`);
}

/** The customer as they are known now: as operators have corrected them, else as sent. */
export const presentCustomer = ({ customer, present }: Customers): CustomerAsSent | undefined =>
  present ?? customer;

/** The parts of a deal that describe its customer. */
export type Customers = Pick<WorkedDeal, 'customer' | 'present'>;

/** The customer as sent, and as corrected if they were. */
export const customersOf = ({ customer, present }: Customers): CustomerAsSent[] =>
  [customer, present].filter((each) => each !== undefined);

/** When the deal got its present status. */
export const statusSince = ({ history, receivedAt }: Pick<WorkedDeal, 'history' | 'receivedAt'>): Date =>
  history.at(-1)?.at ?? receivedAt;

/**
 * The time of a deal's next move that is ordered at this time: a millisecond after the last move, if that is not
 * earlier. Whoever keeps the status with the latest time then has the present one, whatever clocks say.
 */
export function nextMoveAt(deal: Pick<WorkedDeal, 'history' | 'receivedAt'>, ordered: Date): Date {
  const last = statusSince(deal);
  return ordered > last ? ordered : new Date(last.getTime() + 1);
}

/** When the order was given that made an entry: what one order does to a deal has this time in common. */
export const orderedAt = ({ orderedAt: given, at }: Pick<StatusChange, 'at' | 'orderedAt'>): Date =>
  given ?? at;

/** The code of why the lead was lost, if it is Lost and somebody gave one. */
export const lostReasonOf = ({
  status,
  history,
}: Pick<WorkedDeal, 'status' | 'history'>): string | undefined =>
  status === 'Lost' ? history.at(-1)?.lostReason : undefined;

/**
 * The deal after its customer's data was erased at this time. Removed are the customer as sent and as
 * corrected, the notes, the vendor's own id, the content's digest, reasons in the history, texts of activities
 * and follow-ups, and the follow-up, which nobody can keep any more. Everything else stays. Erasing twice
 * changes nothing more.
 */
export const forgetCustomer = (deal: WorkedDeal, at: Date): WorkedDeal => ({
  ...forgetSent(deal),
  present: undefined,
  changedAt: hasCustomer(deal) ? at : deal.changedAt,
  history: deal.history.map((change) => ({ ...change, reason: undefined })),
  activities: deal.activities.map(({ followUp, ...activity }) => ({
    ...activity,
    text: undefined,
    ...(followUp && { followUp: { from: withoutText(followUp.from), to: withoutText(followUp.to) } }),
  })),
  followUp: undefined,
});

const withoutText = (followUp: FollowUp | undefined) => followUp && { ...followUp, text: undefined };
