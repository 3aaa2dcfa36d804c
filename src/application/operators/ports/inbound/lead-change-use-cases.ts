import type { CustomerAsSent } from '../../../../domain/intake/contact.ts';
import type { LeadStatus } from '../../../../domain/intake/lead-status.ts';
import type { RefusalReason } from '../../../../domain/refused.ts';
import type { NewActivity, FollowUp as Promised } from '../../../../domain/work/activity.ts';
import type { SeenOwner } from '../../../../domain/work/assign-deal.ts';
import type { Deal, StatusChange } from '../../../../domain/work/deal.ts';
import type { SeenFollowUp } from '../../../../domain/work/follow-up.ts';
import type { SeenStatus } from '../../../../domain/work/move-deal.ts';
import type { Person } from '../../../../domain/work/person.ts';
import type { ChangedDeal, DealSummary } from '../records.ts';
import type { By } from './people-use-cases.ts';

/**
 * If the lead already has that status, or had it when the author looked, nothing changes. Throws ChangedMeanwhile, which is
 * Refused, if it is no longer what the author saw.
 */
export type MoveLead = (
  order: NextFollowUp & {
    readonly leadId: string;
    readonly to: LeadStatus;
    readonly reason?: string | undefined;
    /** The code of a lost reason, for a lead that becomes Lost. */
    readonly lostReason?: string | undefined;
    /** What was done with it: it is added together with the move, and also if there is nothing to be moved. */
    readonly activity?: NewActivity | undefined;
    /** What the author saw of it. */
    readonly seen?: SeenStatus | undefined;
    /** From a list that was handed back: it says nothing of when the customer was answered. */
    readonly imported?: boolean | undefined;
    readonly by: By;
  },
) => Promise<ChangedDeal>;

/** What becomes of the follow-up with something else. */
export interface NextFollowUp {
  /** When to turn to the customer again; `null`: never. Without it, only an answer to the customer ends what was promised. */
  readonly next?: Date | null | undefined;
  /** The follow-up ends, or becomes another, also if it is neither theirs nor of their lead; else that is refused. */
  readonly endFollowUp?: boolean | undefined;
  /** What the author saw of it: if that has changed, nothing is. */
  readonly seenFollowUp?: SeenFollowUp | undefined;
  /** A lead that is nobody’s stays so; else who answers or moves it has it, if leads can be theirs. */
  readonly leave?: boolean | undefined;
}

/**
 * Adds an activity to a lead. Throws Refused (`invalid-note`) for a note without a text, for a text that is too long, and
 * for any text about a customer who was erased; `lead-full` if the lead has a thousand.
 */
export type NoteLead = (
  order: NewActivity & NextFollowUp & { readonly leadId: string; readonly by: By },
) => Promise<ChangedDeal>;

/**
 * Crosses out what its author wrote down: it is still told, and counts no more. Throws Refused (`unknown-activity`,
 * `activity-of-other`).
 */
export type StrikeActivity = (order: {
  readonly leadId: string;
  /** The id of an entry. */
  readonly activity: string;
  readonly by: By;
}) => Promise<ChangedDeal>;

/**
 * Sets when to turn to the customer of an open lead again. Throws Refused (`lead-ended`, `invalid-follow-up`) for another
 * lead and for a time that is past, ChangedMeanwhile, which is Refused, if it is no longer what the author saw, and
 * FollowUpOfOther, which is Refused, for what somebody else has promised.
 */
export type FollowUp = (order: {
  readonly leadId: string;
  /** `undefined`: never. */
  readonly at: Date | undefined;
  /** What for; by default as it was. */
  readonly text?: string | undefined;
  readonly seen?: SeenFollowUp | undefined;
  readonly endFollowUp?: NextFollowUp['endFollowUp'];
  readonly by: By;
}) => Promise<ChangedDeal>;

/**
 * Erases what one lead says about its customer, for good, where other people share the contact: that stays as it is. The
 * lead still returns its status. Can be repeated.
 */
export type EraseLead = (order: { readonly leadId: string; readonly by: By }) => Promise<EndedFollowUps>;

/** The follow-ups that ended with it. */
export interface EndedFollowUps {
  readonly ended: readonly Promised[];
}

/**
 * Says who takes care of the lead, or nobody. Throws ChangedMeanwhile, which is Refused, if the owner is no longer whom the
 * author saw. Says as of when, to take it back.
 */
export type AssignLead = (order: {
  readonly leadId: string;
  /** The id or name of somebody who is known and has not left. `undefined`: nobody. */
  readonly to: string | undefined;
  /** Likewise. */
  readonly seen?: SeenOwner | undefined;
  readonly by: By;
}) => Promise<ChangedDeal & { readonly at: Date }>;

/** Assigns many leads to one person, or to nobody, each as `assignLead` does; otherwise as `moveLeads`. */
export type AssignLeads = (order: {
  readonly leads: readonly { readonly id: string; readonly seen?: SeenOwner | undefined }[];
  readonly to: string | undefined;
  readonly by: By;
}) => Promise<InGroups<AssignedLead>>;

/** What became of one of many assignments. */
export type AssignedLead =
  | {
      readonly id: string;
      /** The ids of the owners before and after. */
      readonly from: string | undefined;
      readonly owner: string | undefined;
      /** As of when. */
      readonly since: Date;
    }
  | RefusedLead;

/**
 * Gives all open leads of somebody who leaves to another, or to nobody, each as `assignLead` does. They are assigned in
 * groups, each when it is asked for; the same order again goes on. Whoever has left is offered as an owner no longer, until
 * they sign in again. Throws Refused if both are the same.
 */
export type HandOver = (order: {
  /** The name or id of who leaves. */
  readonly person: string;
  /** The name or id of who gets their leads; `undefined`: nobody. */
  readonly to: string | undefined;
  /** Whether they are signed out everywhere, too. */
  readonly endSessions?: boolean | undefined;
  readonly by: By;
}) => Promise<{
  readonly person: Pick<Person, 'id' | 'name'>;
  /** The id of who gets the leads. */
  readonly owner: string | undefined;
  /** As of when, to take it back. */
  readonly at: Date;
  /** How many sessions and links there were. */
  readonly ended: number;
  /** Whose sessions did not end with theirs, although they have the same name or email: they are other people here. */
  readonly namesakes: readonly Pick<Person, 'id' | 'name'>[];
  readonly leads: AsyncIterable<readonly AssignedLead[]>;
}>;

/**
 * Moves many leads, each as `moveLead` does. One that is refused stops no other. They are moved in groups, each when it is
 * asked for: whoever asks for no more moves no more. The leads of one order are all moved as of one time.
 */
export type MoveLeads = (order: {
  readonly moves: readonly {
    readonly id: string;
    readonly to: LeadStatus;
    readonly reason?: string | undefined;
    readonly lostReason?: string | undefined;
    readonly seen?: SeenStatus | undefined;
  }[];
  /** It is a list that was handed back: it says nothing of when customers were answered. */
  readonly imported?: boolean | undefined;
  /** If given, the ids are this vendor's own. */
  readonly vendor?: string | undefined;
  readonly endFollowUp?: NextFollowUp['endFollowUp'];
  readonly by: By;
  /** Only says what would become of them. */
  readonly dryRun?: boolean | undefined;
}) => Promise<InGroups<MovedLead>>;

/** What became of one of many moves. */
export type MovedLead =
  | {
      readonly id: string;
      readonly leadId: string;
      readonly from: LeadStatus;
      readonly status: LeadStatus;
      /** When it got this status. */
      readonly since: Date;
      readonly was: LeadBefore;
    }
  | RefusedLead;

/** What a lead was before it was moved: whose, and who had moved it last. */
export interface LeadBefore extends Pick<Deal, 'owner'> {
  readonly customer: CustomerAsSent | undefined;
  /** When it had got that status. */
  readonly since: Date;
  /** `undefined`: nobody, since it was received. */
  readonly last: StatusChange | undefined;
  /** The follow-up that the move ended. */
  readonly ended: Promised | undefined;
}

/** Of one of many changes: why not. */
export interface RefusedLead {
  readonly id: string;
  /** One plain sentence. */
  readonly refused: string;
  readonly reason: RefusalReason;
  /** What changed the lead since the author looked. */
  readonly last?: StatusChange | undefined;
  /** Of a move: as it was before, if the id means one. */
  readonly lead?: DealSummary | undefined;
  /** What somebody else has promised, which nobody said should end. */
  readonly followUp?: Promised | undefined;
}

/**
 * Takes back all that whoever acts did as of one of these times, of those leads that still stand as they were set: moves,
 * words, promises, owners; the others are refused. If it was a hand-over, whoever left is here again. At most 100 times are
 * given, else throws Refused. Otherwise as `moveLeads`.
 */
export type UndoChanges = (order: {
  readonly at: readonly Date[];
  readonly by: By;
}) => Promise<InGroups<MovedLead | AssignedLead | WordsBack>>;

/** A lead of which words or a promise were taken back. */
export type WordsBack = { readonly id: string; readonly wordsBack: true } | RefusedLead;

/** What becomes of many, group by group. */
export interface InGroups<T> extends AsyncIterable<readonly T[]> {
  /** How many there are in all groups. */
  readonly count: number;
}
