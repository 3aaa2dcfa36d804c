import { type CustomerAsSent, type IdentityKey, identityKeys, withoutZip } from './contact.ts';
import type { DealType } from './deal-type.ts';
import type { Lead, Vehicle } from './lead.ts';
import { initialStatus, isFinal, type LeadStatus, nextStatuses } from './lead-status.ts';
import { nameOf, wordsToFind } from './name.ts';
import { Refused } from './refused.ts';
import { reasonText } from './text.ts';

/** One entry of a deal's history. */
export interface StatusChange {
  readonly status: LeadStatus;
  readonly at: Date;
  /**
   * Who made the change: an operator, or for the first entry the key that the lead came with, else its vendor. Never
   * personal data of the customer.
   */
  readonly by: string;
  readonly reason: string | undefined;
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
  /** As this lead described them; `undefined` once the customer's data has been erased. */
  readonly customer: CustomerAsSent | undefined;
  readonly dealType: DealType;
  /** Empty once the customer's data has been erased, and only then. */
  readonly notes: string;
  readonly externalId: string | undefined;
  readonly vehicle: Vehicle;
  readonly receivedAt: Date;
  readonly idempotency: Idempotency | undefined;
  readonly status: LeadStatus;
  /** The salesperson who takes care of it; `undefined` if nobody was named. */
  readonly owner?: string | undefined;
  /** When an operator changed it last; `undefined` if none has. */
  readonly changedAt?: Date | undefined;
  /** Oldest first; the last entry is the current status. Never empty. */
  readonly history: readonly StatusChange[];
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
  };
}

/** Deal type `other` puts `Needs Deal Type.` before the notes (Spec 2.1 rule 5). */
const notesOf = ({ dealType, notes }: Lead): string =>
  dealType === 'other' ? `Needs Deal Type. ${notes}` : notes;

/** What a change sets and what it adds; whatever is absent stays as it is. */
export interface DealChange {
  /** The new status: the next entry of the history. */
  readonly moved?: StatusChange | undefined;
  /** `null`: nobody. */
  readonly owner?: string | null | undefined;
  /** When it was made. */
  readonly changedAt?: Date | undefined;
}

/** What the author of a move saw: the status, the time since when the lead had it, or both. */
export interface SeenStatus {
  readonly status?: LeadStatus | undefined;
  readonly since?: Date | undefined;
}

/** What the author of an assignment saw; `null`: nobody. */
export interface SeenOwner {
  readonly owner: string | null;
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
 * `Won` or `Lost` only for an open status (else throws ForbiddenMove), and only with a reason (else throws Refused).
 */
export function moveDeal(
  deal: Deal,
  to: LeadStatus,
  change: Omit<StatusChange, 'status'>,
  seen: SeenStatus = {},
): DealChange | undefined {
  if (to === deal.status || to === statusSeen(deal, seen)) return undefined;
  if (!isAsSeen(deal, seen)) throw changedMeanwhile(deal);
  const allowed = nextStatuses(deal.status);
  if (!allowed.includes(to)) {
    throw new ForbiddenMove(`A lead that is ${deal.status} cannot become ${to}.`, allowed);
  }
  const reason = reasonText(change.reason);
  if (isFinal(deal.status) && reason === undefined) {
    throw new Refused('reason-required', `Reopening a lead that is ${deal.status} requires a reason.`);
  }
  return { moved: { status: to, ...change, reason } };
}

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
export interface MadeMoves {
  readonly at: readonly Date[];
  readonly by: string;
}

/**
 * The change that takes these moves of the deal back: with the reason "undone", also out of Won or Lost. `undefined` if
 * there are none, or the deal has again the status from before them. Throws ChangedMeanwhile if they are not its last
 * changes.
 */
export function undoMoves(deal: Deal, made: MadeMoves, at: Date): DealChange | undefined {
  const times = new Set(made.at.map((time) => time.getTime()));
  const isOne = (change: StatusChange) => change.by === made.by && times.has(change.at.getTime());
  const last = deal.history.findLastIndex(isOne);
  const before = deal.history.findLast((change, place) => place < last && !isOne(change));
  if (!before || deal.status === before.status) return undefined;
  if (last < deal.history.length - 1) throw changedMeanwhile(deal);
  return moveDeal(deal, before.status, { at, by: made.by, reason: 'undone' });
}

/**
 * The change that makes the deal this salesperson's, or nobody's (`null`); `undefined` if it already is, or if the author
 * saw that it was. Throws ChangedMeanwhile if its owner is no longer whom the author saw.
 */
export function assignDeal(deal: Deal, to: string | null, seen?: SeenOwner): DealChange | undefined {
  const owner = deal.owner ?? null;
  if (to === owner || to === seen?.owner) return undefined;
  if (seen && seen.owner !== owner)
    throw new ChangedMeanwhile(
      owner === null ? 'Meanwhile it became nobody’s.' : `Meanwhile ${owner} became its owner.`,
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
        ...(change.changedAt && { changedAt: change.changedAt }),
      }
    : deal;

/**
 * The deal without its customer's data: the customer as sent, the notes, the vendor's own identifier, the digest of the
 * content and the reasons in the history are removed; everything else stays.
 */
export const forgetCustomer = (deal: Deal): Deal => ({
  ...deal,
  customer: undefined,
  notes: '',
  externalId: undefined,
  idempotency: deal.idempotency && { ...deal.idempotency, fingerprint: undefined },
  history: deal.history.map((change) => ({ ...change, reason: undefined })),
});

/** Whether the customer's data was erased. */
export const isForgotten = (deal: Pick<Deal, 'notes'>): boolean => deal.notes === '';

/** The keys of the email and phone that came with the lead. Its contact need not have them. */
export const saidKeys = ({ customer }: Pick<Deal, 'customer'>): IdentityKey[] =>
  customer ? identityKeys(customer) : [];

/** Since when the deal has its present status. */
export const statusSince = ({ history, receivedAt }: Pick<Deal, 'history' | 'receivedAt'>): Date =>
  history.at(-1)?.at ?? receivedAt;

/** The words of the name that came with the lead, as `wordsToFind` says. */
export const saidWords = ({ customer }: Pick<Deal, 'customer'>): readonly string[] =>
  customer ? wordsToFind(nameOf(customer)) : [];

/** Whether a key's second submission is the lead of its first. One whose fingerprint was erased counts as the same. */
export const isSameLead = (first: Idempotency, sent: Idempotency): boolean =>
  first.fingerprint === undefined || first.fingerprint === sent.fingerprint;
