import type { RefusalReason } from '#operators/domain/refused.ts';
import type { NewActivity, FollowUp as Promised } from '#operators/domain/work/activity.ts';
import type { SeenOwner } from '#operators/domain/work/assign-deal.ts';
import type { SeenFollowUp } from '#operators/domain/work/follow-up.ts';
import type { SeenStatus } from '#operators/domain/work/move-deal.ts';
import type { Person } from '#operators/domain/work/person.ts';
import type { StatusChange, WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { CustomerAsSent } from '../../../../domain/contact.ts';
import type { LeadStatus } from '../../../../domain/lead-status.ts';
import type { OwedRemains } from '../outbound/remains.ts';
import type { ChangedDeal, DealSummary } from '../records.ts';
import type { By } from './people-use-cases.ts';

/**
 * Moves a lead to a status. Nothing changes if it already has that status, or had it when the author looked.
 * Throws ChangedMeanwhile, which is Refused, if the lead is no longer what the author saw.
 */
export type MoveLead = (
  order: NextFollowUp & {
    readonly leadId: string;
    readonly to: LeadStatus;
    readonly reason?: string | undefined;
    /** The code of a lost reason, for a lead that becomes Lost. */
    readonly lostReason?: string | undefined;
    /** What was done with the lead. It is added together with the move, and also if there is nothing to move. */
    readonly activity?: NewActivity | undefined;
    /** The status that the author saw. */
    readonly seen?: SeenStatus | undefined;
    /** The move comes from a list that was handed back, and does not say when the customer was answered. */
    readonly imported?: boolean | undefined;
    readonly by: By;
  },
) => Promise<ChangedAt>;

/** A change with the time of its order, by which `UndoChanges` finds it. */
export type ChangedAt = ChangedDeal & { readonly at: Date };

/** What happens to the follow-up in another change. */
export interface NextFollowUp {
  /**
   * When to turn to the customer again; `null`: never. Absent: only an answer to the customer ends the
   * follow-up.
   */
  readonly next?: Date | null | undefined;
  /**
   * Whether the follow-up may end or change even if it is neither theirs nor their lead's. Else that is
   * refused.
   */
  readonly endFollowUp?: boolean | undefined;
  /** The follow-up that the author saw. If it has changed, nothing is done. */
  readonly seenFollowUp?: SeenFollowUp | undefined;
  /** Leaves a lead of nobody's without owner. By default, the person who answers or moves it becomes its owner. */
  readonly leave?: boolean | undefined;
}

/**
 * Adds an activity to a lead. Throws Refused (`invalid-note`) for a note without a text, for a text that is too long,
 * and for any text about a customer who was erased; `lead-full` if the lead has a thousand.
 */
export type NoteLead = (
  order: NewActivity & NextFollowUp & { readonly leadId: string; readonly by: By },
) => Promise<ChangedDeal>;

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

/**
 * Erases for good what one lead says about its customer, where other people share the contact, which stays as
 * it is. The lead still returns its status. May be repeated.
 */
export type EraseLead = (order: { readonly leadId: string; readonly by: By }) => Promise<Erased>;

/** The result of an erasure: follow-ups that ended with it, and bytes that the store's files still have. */
export interface Erased {
  readonly ended: readonly Promised[];
  /** How many held leads of the customer were erased with it. */
  readonly held: number;
  readonly owed: OwedRemains | undefined;
}

/**
 * Makes somebody, or nobody, the lead's owner. Throws ChangedMeanwhile, which is Refused, if the owner is no
 * longer the one whom the author saw. Resolves also to the time of the change, by which it can be undone.
 */
export type AssignLead = (order: {
  readonly leadId: string;
  /** The id or name of a known person who has not left. `undefined`: nobody. */
  readonly to: string | undefined;
  /** The owner whom the author saw, by id or name; `null`: nobody. */
  readonly seen?: SeenOwner | undefined;
  readonly by: By;
}) => Promise<ChangedAt>;

/**
 * Assigns many leads to one person, or to nobody. Each is assigned as by `assignLead`; groups and refusals are
 * as in `moveLeads`.
 */
export type AssignLeads = (order: {
  readonly leads: readonly { readonly id: string; readonly seen?: SeenOwner | undefined }[];
  readonly to: string | undefined;
  readonly by: By;
}) => Promise<InGroups<AssignedLead>>;

/** The outcome of one of many assignments. */
export type AssignedLead =
  | {
      readonly id: string;
      /** The ids of the owners before and after. */
      readonly from: string | undefined;
      readonly owner: string | undefined;
      /** The time of the assignment. */
      readonly since: Date;
    }
  | RefusedLead;

/**
 * Gives all open leads of somebody who leaves to another person, or to nobody, each as by `assignLead`. Leads
 * are assigned in groups, each when the caller asks for it; the same order again continues. The person who left
 * is no longer offered as an owner, until they sign in again. Throws Refused if both are the same person.
 */
export type HandOver = (order: {
  /** The name or id of the person who leaves. */
  readonly person: string;
  /** The name or id of the person who gets the leads; `undefined`: nobody. */
  readonly to: string | undefined;
  /** Whether to sign the person out everywhere as well. */
  readonly endSessions?: boolean | undefined;
  readonly by: By;
}) => Promise<{
  readonly person: Pick<Person, 'id' | 'name'>;
  /** The id of the person who gets the leads. */
  readonly owner: string | undefined;
  /** The time of the hand-over, by which it can be undone. */
  readonly at: Date;
  /** The number of sessions and links that ended. */
  readonly ended: number;
  /** Other people of the same name or email who are still signed in. */
  readonly namesakes: readonly Pick<Person, 'id' | 'name'>[];
  readonly leads: AsyncIterable<readonly AssignedLead[]>;
}>;

/**
 * Moves many leads, each as by `moveLead`. A refused lead stops no other. Leads are moved in groups, each when
 * the caller asks for it: who asks for no more moves no more. Each
 * group has a time of its own, and each move one later than its lead's move before.
 */
export type MoveLeads = (order: {
  readonly moves: readonly {
    readonly id: string;
    /** Our id of the lead, beside a vendor's own. If `id` means another lead, the move is refused. */
    readonly leadId?: string | undefined;
    readonly to: LeadStatus;
    readonly reason?: string | undefined;
    readonly lostReason?: string | undefined;
    readonly seen?: SeenStatus | undefined;
  }[];
  /** The moves come from a list that was handed back, and do not say when customers were answered. */
  readonly imported?: boolean | undefined;
  /** Set if the ids are this vendor's own. */
  readonly vendor?: string | undefined;
  readonly endFollowUp?: NextFollowUp['endFollowUp'];
  readonly by: By;
  /** Only reports what would happen. */
  readonly dryRun?: boolean | undefined;
}) => Promise<InGroups<MovedLead>>;

/** What a change took back beside status and owner. */
export interface TakenBack {
  /** Whether it crossed out what was written down. */
  readonly wordsBack?: boolean;
  /** Whether the follow-up is the one from before. */
  readonly promiseBack?: boolean;
}

/** The outcome of one of many moves. */
export type MovedLead =
  | (TakenBack & {
      readonly id: string;
      readonly leadId: string;
      readonly from: LeadStatus;
      readonly status: LeadStatus;
      /** When the lead got its new status. */
      readonly since: Date;
      /** The time of the order, by which `UndoChanges` finds the move: at most `since`. */
      readonly at: Date;
      readonly was: LeadBefore;
    })
  | RefusedLead;

/** A lead before it was moved. */
export interface LeadBefore extends Pick<WorkedDeal, 'owner'> {
  readonly customer: CustomerAsSent | undefined;
  /** When it got the status that it had. */
  readonly since: Date;
  /** The last move before; `undefined`: nobody moved it since it was received. */
  readonly last: StatusChange | undefined;
  /** The follow-up that the move ended. */
  readonly ended: Promised | undefined;
}

/** One of many changes that was refused, and why. */
export interface RefusedLead {
  readonly id: string;
  /** The reason in one plain sentence. */
  readonly refused: string;
  readonly reason: RefusalReason;
  /** The change that came between, if there was one since the author looked. */
  readonly last?: StatusChange | undefined;
  /** The lead as it was before a move, if the id means one. */
  readonly lead?: DealSummary | undefined;
  /** Somebody else's follow-up, which nobody said should end. */
  readonly followUp?: Promised | undefined;
}

/**
 * Takes back all work of the acting person at these times, on leads that have not changed since: moves, notes,
 * follow-ups, owners. Other leads are refused. Undoing a hand-over also brings the person back who left. Throws
 * Refused for more than 100 times. Otherwise as `moveLeads`.
 */
export type UndoChanges = (order: {
  readonly at: readonly Date[];
  readonly by: By;
}) => Promise<InGroups<MovedLead | AssignedLead | WordsBack>>;

/** A lead of which notes or a follow-up were taken back. */
export type WordsBack = (TakenBack & { readonly id: string; readonly wordsBack: true }) | RefusedLead;

/** Outcomes for many leads, group by group. */
export interface InGroups<T> extends AsyncIterable<readonly T[]> {
  /** The number of outcomes in all groups. */
  readonly count: number;
}
