import {
  type CustomerAsSent,
  hasCustomer,
  type IdentityKey,
  identityKeys,
  withoutZip,
} from '../intake/contact.ts';
import type { DealType } from '../intake/deal-type.ts';
import type { Lead, Vehicle } from '../intake/lead.ts';
import { initialStatus, isFinal, type LeadStatus, nextStatuses } from '../intake/lead-status.ts';
import { nameOf, wholeWordsToFind, wordsToFind } from '../intake/name.ts';
import { lengthOf, reasonText } from '../intake/text.ts';
import { Refused } from '../refused.ts';
import { type Activity, isAnswer, isAttempt, type NewActivity, parseActivity } from './activity.ts';
import { answered, clockOf, type Reopened } from './answer.ts';
import type { KnownPeople } from './known-people.ts';
import { type Author, isSameAuthor } from './person.ts';

/** One entry of a deal's history. The first one is by the key that the lead came with, else by its vendor. */
export interface StatusChange extends Author {
  readonly status: LeadStatus;
  readonly at: Date;
  readonly reason: string | undefined;
  /** Of a lead that became Lost, if somebody said so: the code of a `LostReason`. */
  readonly lostReason?: string | undefined;
  /** The follow-up that the change put an end to. */
  readonly followUpAt?: Date | undefined;
}

/** Identifies a repeated submission: the vendor's key, and what was sent with it. */
export interface Idempotency {
  /** 1 to 255 printable ASCII characters, chosen by the vendor. */
  readonly key: string;
  /** Digest of the lead's content. `undefined` once the customer's data has been erased. */
  readonly fingerprint: string | undefined;
}

/** The lead as the CRM keeps it. */
export interface Deal {
  /** The `leadId` given to the vendor: a UUID v7 as text. */
  readonly id: string;
  readonly contactId: string;
  readonly vendorId: string;
  readonly vendorName: string;
  /** As this lead described them; `undefined` once the customer's data has been erased (`hasCustomer`). */
  readonly customer: CustomerAsSent | undefined;
  /** The customer as operators have mended it since; absent while nothing of it was. */
  readonly present?: CustomerAsSent | undefined;
  readonly dealType: DealType;
  /** Empty once the customer's data has been erased, and only then. */
  readonly notes: string;
  readonly externalId: string | undefined;
  readonly vehicle: Vehicle;
  readonly receivedAt: Date;
  readonly idempotency: Idempotency | undefined;
  readonly status: LeadStatus;
  /** The id of the person who takes care of it; `undefined` if nobody does. */
  readonly owner?: string | undefined;
  /** When an operator changed or erased it last; `undefined` if none has. */
  readonly changedAt?: Date | undefined;
  /** Oldest first; the last entry is the current status. Never empty. */
  readonly history: readonly StatusChange[];
  /** Oldest first. */
  readonly activities: readonly Activity[];
  /**
   * When somebody first reached or wrote to the customer, or moved the lead away from In Progress. A move by a list that was
   * handed back does not count: nobody knows when the customer was answered.
   */
  readonly answeredAt?: Date | undefined;
  /** The last time that it went from Won or Lost back to In Progress, if it did. */
  readonly reopened?: Reopened | undefined;
  /** When somebody wants to turn to the customer again. Only of an open lead. */
  readonly followUpAt?: Date | undefined;
  /** The clock (`clockOf`) of which the operator's webhooks were told that it is late: since when it runs. */
  readonly unansweredTold?: Date | undefined;
  /** The follow-up that the operator's webhooks were told of. */
  readonly followUpTold?: Date | undefined;
}

/** The new status cannot follow the current one. */
export class ForbiddenMove extends Refused {
  override readonly name = 'ForbiddenMove';
  readonly allowed: readonly LeadStatus[];

  constructor(message: string, allowed: readonly LeadStatus[]) {
    super('forbidden-move', message);
    this.allowed = allowed;
  }
}

interface Opening extends Pick<Deal, 'id' | 'contactId' | 'vendorId' | 'receivedAt' | 'idempotency'> {
  /** The key that the lead came with, if it has an id. */
  readonly keyId?: string | undefined;
}

/** A new deal for a lead, `In Progress`. */
export function openDeal(lead: Lead, opening: Opening): Deal {
  const { id, contactId, vendorId, keyId, receivedAt, idempotency } = opening;
  return {
    id,
    contactId,
    vendorId,
    vendorName: lead.vendorName,
    customer: withoutZip(lead.customer),
    dealType: lead.dealType,
    notes: notesOf(lead),
    externalId: lead.externalId,
    vehicle: lead.vehicle,
    receivedAt,
    idempotency,
    status: initialStatus,
    history: [{ status: initialStatus, at: receivedAt, by: keyId ?? vendorId, reason: undefined }],
    activities: [],
  };
}

/** Deal type `other` puts `Needs Deal Type.` before the notes (Spec 2.1 rule 5). */
const notesOf = ({ dealType, notes }: Lead): string =>
  dealType === 'other' ? `${NEEDS_TYPE}${notes}` : notes;

const NEEDS_TYPE = 'Needs Deal Type. ';

/** Of the notes, how many characters (Unicode code points) `firstWords` looks at. */
export const WORDS_WITHIN = 200;
const WORDS_SHOWN = 120;

/** What the customer wrote, for a list: one line of 120 characters at most, with … at the end if there is more. */
export function firstWords({ notes, dealType }: Pick<Deal, 'notes' | 'dealType'>): string {
  const begun = [...notes.slice(0, 2 * WORDS_WITHIN + 2)].slice(0, WORDS_WITHIN + 1);
  const own = dealType === 'other' ? begun.slice(NEEDS_TYPE.length) : begun;
  const line = [...own.join('').replace(/\s+/g, ' ').trim()];
  if (line.length <= WORDS_SHOWN && begun.length <= WORDS_WITHIN) return line.join('');
  return `${line
    .slice(0, WORDS_SHOWN - 1)
    .join('')
    .trimEnd()}…`;
}

/** What a change sets and what it adds; whatever is absent stays as it is. */
export interface DealChange {
  /** The new status: the next entry of the history. */
  readonly moved?: StatusChange | undefined;
  /** The id of a person; `null`: nobody. */
  readonly owner?: string | null | undefined;
  /** The next of the activities. */
  readonly activity?: Activity | undefined;
  /** `null`: it is taken back. */
  readonly answeredAt?: Date | null | undefined;
  /** `null`: it is taken back. */
  readonly reopened?: Reopened | null | undefined;
  /** `null`: there is none any more. */
  readonly followUpAt?: Date | null | undefined;
  /** When it was made. */
  readonly changedAt?: Date | undefined;
  readonly unansweredTold?: Date | undefined;
  readonly followUpTold?: Date | undefined;
}

/** The most characters of a reason. */
export const MAX_REASON = 2_000;

/** The most that is done with one lead: more, with the longest texts, would not fit into one record of a store. */
export const MAX_ACTIVITIES = 1_000;
/** Likewise. */
export const MAX_MOVES = 500;

function requireRoom(count: number, most: number, what: string): void {
  if (count >= most)
    throw new Refused('lead-full', `A lead has at most ${most} ${what}: this one has them all.`);
}

/** What is said of a move. */
export interface Move extends Pick<StatusChange, 'at' | 'by' | 'byId' | 'reason' | 'lostReason'> {
  /** It comes from a list that was handed back, and was made outside at a time that nobody knows. */
  readonly imported?: boolean | undefined;
  /** Whether the lead turned out to be none: a test, spam, a duplicate. */
  readonly isNone?: boolean | undefined;
}

/** What the author of a move saw: the status, the time since when the lead had it, or both. */
export interface SeenStatus {
  readonly status?: LeadStatus | undefined;
  readonly since?: Date | undefined;
}

/** What the author of an assignment saw: the id of a person; `null`: nobody. */
export interface SeenOwner {
  readonly owner: string | null;
}

/** What the author of a follow-up saw; `null`: none. */
export interface SeenFollowUp {
  readonly followUpAt: Date | null;
}

/** The deal is no longer what the author of the change saw. */
export class ChangedMeanwhile extends Refused {
  override readonly name = 'ChangedMeanwhile';
  /** What changed it last, if that is known. */
  readonly last: StatusChange | undefined;

  constructor(message: string, last?: StatusChange) {
    super('changed-meanwhile', message);
    this.last = last;
  }
}

/**
 * The change that gives the deal this status; `undefined` if it already has it, or if that is the status that the author
 * saw: then nothing was to be changed. Throws ChangedMeanwhile if the deal is no longer what the author saw. A deal leaves
 * `Won` or `Lost` only for an open status (else throws ForbiddenMove), and only with a reason of at most `MAX_REASON`
 * characters (else throws Refused, as for a deal that was moved too often). A move puts an end to the follow-up; one out of In Progress answers the customer, if there
 * is one; one from Won or Lost to In Progress lets the customer wait anew.
 */
export function moveDeal(
  deal: Deal,
  to: LeadStatus,
  { at, by, byId, reason: given, lostReason, imported = false, isNone = false }: Move,
  seen: SeenStatus = {},
): DealChange | undefined {
  if (to === deal.status || to === statusSeen(deal, seen)) return undefined;
  if (!isAsSeen(deal, seen)) throw changedMeanwhile(deal);
  const allowed = nextStatuses(deal.status);
  if (!allowed.includes(to)) {
    throw new ForbiddenMove(`A lead that is ${deal.status} cannot become ${to}.`, allowed);
  }
  const reason = reasonText(given);
  const length = lengthOf(reason ?? '');
  if (length > MAX_REASON)
    throw new Refused(
      'invalid-reason',
      `A reason has at most ${MAX_REASON} characters: this one has ${length}.`,
    );
  if (isFinal(deal.status) && reason === undefined) {
    throw new Refused('reason-required', `Reopening a lead that is ${deal.status} requires a reason.`);
  }
  requireRoom(deal.history.length - 1, MAX_MOVES, 'moves');
  if (lostReason !== undefined && to !== 'Lost')
    throw new Refused('unknown-lost-reason', 'Only a lead that becomes Lost has a lost reason.');
  return {
    ...movedTo(deal, { status: to, at, by, byId, reason, lostReason }),
    ...(isFinal(deal.status) && to === initialStatus && { reopened: { at } }),
    ...(deal.status === initialStatus && !imported && !isNone && answered(deal, at)),
  };
}

/** The next entry of the history, and the end of the follow-up. */
const movedTo = ({ followUpAt }: Deal, entry: StatusChange): DealChange =>
  followUpAt ? { moved: { ...entry, followUpAt }, followUpAt: null } : { moved: entry };

/** The history says which status the deal had since then. */
const statusSeen = ({ history }: Deal, { status, since }: SeenStatus): LeadStatus | undefined =>
  since ? history.findLast(({ at }) => at.getTime() === since.getTime())?.status : status;

const isAsSeen = (deal: Deal, { status, since }: SeenStatus): boolean =>
  (status === undefined || status === deal.status) &&
  (since === undefined || since.getTime() === statusSince(deal).getTime());

function changedMeanwhile({ status, history }: Deal): ChangedMeanwhile {
  const last = history.length > 1 ? history.at(-1) : undefined;
  const what = last ? `${last.by} moved it to ${status}` : `it is ${status}`;
  return new ChangedMeanwhile(`Meanwhile ${what}.`, last);
}

/** Moves that are taken back together: all that one person made at one of these times. */
export interface MadeMoves extends Author {
  readonly at: readonly Date[];
}

/**
 * The change that takes these moves of the deal back: with the reason "undone", also out of Won or Lost. What they answered
 * or reopened is taken back with them, and the follow-up that they ended is there again, unless there is another, or no
 * customer any more.
 * `undefined` if there are none, or the deal has again the status from before them. Throws ChangedMeanwhile if they are not
 * its last changes.
 */
export function undoMoves(deal: Deal, made: MadeMoves, at: Date): DealChange | undefined {
  const times = new Set(made.at.map((time) => time.getTime()));
  const isOne = (change: StatusChange) => isSameAuthor(change, made) && times.has(change.at.getTime());
  const last = deal.history.findLastIndex(isOne);
  const first = deal.history.findLastIndex((change, place) => place < last && !isOne(change)) + 1;
  const before = deal.history[first - 1];
  if (!before || deal.status === before.status) return undefined;
  if (last < deal.history.length - 1) throw changedMeanwhile(deal);
  requireRoom(deal.history.length - 1, MAX_MOVES, 'moves');
  const moves = deal.history.slice(first);
  const { status, lostReason } = before;
  const undone = { by: made.by, byId: made.byId, status, at, reason: 'undone', lostReason };
  const ended = hasCustomer(deal) ? moves.find((move) => move.followUpAt)?.followUpAt : undefined;
  const followUpAt = deal.followUpAt ?? ended;
  return {
    ...(isFinal(status) ? movedTo(deal, undone) : { moved: undone, followUpAt }),
    ...unanswered(deal, moves),
  };
}

/** Without the answer, or the reopening, that these moves were. What was written down since then is an answer still. */
function unanswered(
  { answeredAt, reopened, activities }: Deal,
  moves: readonly Pick<StatusChange, 'at'>[],
): DealChange {
  const isOneOfThem = (time: Date | undefined) => moves.some(({ at }) => at.getTime() === time?.getTime());
  const noted = activities.find((each) => isAnswer(each) && moves.some(({ at }) => each.at >= at))?.at;
  if (isOneOfThem(reopened?.at)) return { reopened: null };
  if (reopened && isOneOfThem(reopened.answeredAt))
    return { reopened: { at: reopened.at, answeredAt: noted } };
  return isOneOfThem(answeredAt) ? { answeredAt: noted ?? null } : {};
}

/**
 * The change that adds an activity. An attempt puts an end to the follow-up; one that reached the customer, or wrote to
 * them, is the answer. Throws Refused for a note without a text, for a text that is too long, beyond `MAX_ACTIVITIES`, and
 * if there is no customer any more.
 */
export function noteDeal(deal: Deal, given: NewActivity & Omit<Activity, 'kind' | 'text'>): DealChange {
  const activity = parseActivity(given);
  if (!hasCustomer(deal))
    throw new Refused(
      'customer-erased',
      'The customer’s data was erased: nothing is written down about them.',
    );
  requireRoom(deal.activities.length, MAX_ACTIVITIES, 'notes and attempts');
  return {
    activity,
    ...(isAttempt(activity) && deal.followUpAt && { followUpAt: null }),
    ...(isAnswer(activity) && answered(deal, activity.at)),
  };
}

/** Both changes as one: the second is decided on the deal with the first. */
export const withNote = (
  deal: Deal,
  change: DealChange | undefined,
  given: NewActivity & Omit<Activity, 'kind' | 'text'>,
): DealChange => ({
  ...change,
  ...noteDeal(withChange(deal, change), given),
});

/**
 * The change that sets when to turn to the customer again, or takes that away (`null`); `undefined` if it is so already, or
 * if the author saw that it was. Throws ChangedMeanwhile if it is no longer what the author saw, and Refused for a lead
 * that has ended, or has no customer any more, and for a time that is past.
 */
export function followUpDeal(
  deal: Deal,
  to: Date | null,
  now: Date,
  seen?: SeenFollowUp,
): DealChange | undefined {
  const at = deal.followUpAt ?? null;
  if (isSameTime(to, at) || (seen && isSameTime(to, seen.followUpAt))) return undefined;
  if (seen && !isSameTime(seen.followUpAt, at))
    throw new ChangedMeanwhile(`Meanwhile its follow-up was ${at ? 'set to another time' : 'ended'}.`);
  if (to && isFinal(deal.status))
    throw new Refused('lead-ended', `A lead that is ${deal.status} has no follow-up.`);
  if (to && !hasCustomer(deal))
    throw new Refused('customer-erased', 'The customer’s data was erased: there is nobody to turn to.');
  if (to && !(to > now)) throw new Refused('invalid-follow-up', 'A follow-up needs a time that is not past.');
  return { followUpAt: to };
}

/** The change that keeps that webhooks are told of the clock that runs; `undefined` if they were. */
export function tellUnanswered(deal: Deal): DealChange | undefined {
  const { since } = clockOf(deal);
  return isSameTime(since, deal.unansweredTold ?? null) ? undefined : { unansweredTold: since };
}

/** The change that keeps that webhooks are told of the follow-up; `undefined` if they were, or there is none. */
export const tellFollowUp = ({ followUpAt, followUpTold }: Deal): DealChange | undefined =>
  followUpAt && !isSameTime(followUpAt, followUpTold ?? null) ? { followUpTold: followUpAt } : undefined;

const isSameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/**
 * The change that makes the deal this person's, or nobody's (`null`); `undefined` if it already is, or if the author saw
 * that it was. Throws ChangedMeanwhile if its owner is no longer whom the author saw. Of `known`, ids are those of `idOf`.
 */
export function assignDeal(
  deal: Deal,
  to: string | null,
  seen: SeenOwner | undefined,
  known: Pick<KnownPeople, 'idOf' | 'nameOf'>,
): DealChange | undefined {
  const owner = deal.owner === undefined ? null : known.idOf(deal.owner);
  if (to === owner || to === seen?.owner) return undefined;
  if (seen && seen.owner !== owner)
    throw new ChangedMeanwhile(
      owner === null ? 'Meanwhile it became nobody’s.' : `Meanwhile ${known.nameOf(owner)} became its owner.`,
    );
  return { owner: to };
}

/** The deal with the change; the same deal if there is none. */
export const withChange = (deal: Deal, change: DealChange | undefined): Deal =>
  change
    ? {
        ...deal,
        ...(change.moved && { status: change.moved.status, history: [...deal.history, change.moved] }),
        ...(change.owner !== undefined && { owner: change.owner ?? undefined }),
        ...(change.activity && { activities: [...deal.activities, change.activity] }),
        ...(change.answeredAt !== undefined && { answeredAt: change.answeredAt ?? undefined }),
        ...(change.reopened !== undefined && { reopened: change.reopened ?? undefined }),
        ...(change.followUpAt !== undefined && { followUpAt: change.followUpAt ?? undefined }),
        ...(change.changedAt && { changedAt: change.changedAt }),
        ...(change.unansweredTold && { unansweredTold: change.unansweredTold }),
        ...(change.followUpTold && { followUpTold: change.followUpTold }),
      }
    : deal;

/**
 * The deal without its customer's data, erased at this time: the customer as sent and as mended, the notes, the vendor's own identifier,
 * the digest of the content, the reasons in the history and the texts of activities are removed, and so is the follow-up,
 * which nobody can keep; everything else stays. Erasing it again is no change.
 */
export const forgetCustomer = (deal: Deal, at: Date): Deal => ({
  ...deal,
  customer: undefined,
  present: undefined,
  notes: '',
  externalId: undefined,
  idempotency: deal.idempotency && { ...deal.idempotency, fingerprint: undefined },
  changedAt: hasCustomer(deal) ? at : deal.changedAt,
  history: deal.history.map((change) => ({ ...change, reason: undefined })),
  activities: deal.activities.map((activity) => ({ ...activity, text: undefined })),
  followUpAt: undefined,
});

/** Who the customer is now: as operators have mended it, else as sent. */
export const presentCustomer = ({ customer, present }: Customers): CustomerAsSent | undefined =>
  present ?? customer;

type Customers = Pick<Deal, 'customer' | 'present'>;

/** What is said of the customer: as sent, and as mended since. */
export const customersOf = ({ customer, present }: Customers): CustomerAsSent[] =>
  [customer, present].filter((each) => each !== undefined);

/** The keys of the emails and phones by which a lead is found. Its contact need not have them. */
export const saidKeys = (deal: Customers): IdentityKey[] => [
  ...new Set(customersOf(deal).flatMap(identityKeys)),
];

/** Since when the deal has its present status. */
export const statusSince = ({ history, receivedAt }: Pick<Deal, 'history' | 'receivedAt'>): Date =>
  history.at(-1)?.at ?? receivedAt;

/** Why the lead was lost, if it is Lost and somebody said so. */
export const lostReasonOf = ({ status, history }: Pick<Deal, 'status' | 'history'>): string | undefined =>
  status === 'Lost' ? history.at(-1)?.lostReason : undefined;

/** The words of the names by which a lead is found, as `wordsToFind` says. */
export const saidWords = (deal: Customers): readonly string[] => [
  ...new Set(customersOf(deal).flatMap((customer) => wordsToFind(nameOf(customer)))),
];

/** The words of make and model by whose beginnings a lead is found. */
export const vehicleWords = ({ vehicle: { make, model } }: Pick<Deal, 'vehicle'>): readonly string[] =>
  make || model ? wholeWordsToFind([make, model].filter(Boolean).join(' ')) : [];

/** A vendor's own id, however it is spelt in capitals. */
export const externalKey = (externalId: string): string => externalId.toUpperCase().toLowerCase();

/** Whether a key's second submission is the lead of its first. One whose fingerprint was erased counts as the same. */
export const isSameLead = (first: Idempotency, sent: Idempotency): boolean =>
  first.fingerprint === undefined || first.fingerprint === sent.fingerprint;
