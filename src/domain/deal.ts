import { type CustomerAsSent, type IdentityKey, identityKeys, withoutZip } from './contact.ts';
import type { DealType } from './deal-type.ts';
import type { Lead, Vehicle } from './lead.ts';
import { initialStatus, isFinal, type LeadStatus, nextStatuses } from './lead-status.ts';
import { nameOf, wordsToFind } from './name.ts';
import { type Author, isSameAuthor } from './person.ts';
import { Refused } from './refused.ts';
import { reasonText } from './text.ts';

/** One entry of a deal's history. The first one is by the key that the lead came with, else by its vendor. */
export interface StatusChange extends Author {
  readonly status: LeadStatus;
  readonly at: Date;
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
  /** The id of the person who takes care of it; `undefined` if nobody does. */
  readonly owner?: string | undefined;
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
  /** The id of a person; `null`: nobody. */
  readonly owner?: string | null | undefined;
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

/**
 * The change that takes back the move that this author made then: with the reason "undone", also out of Won or Lost.
 * `undefined` if no such move was made, or the deal has again the status from before it. Throws ChangedMeanwhile if it is
 * not the last change.
 */
export function undoMove(
  deal: Deal,
  made: Author & Pick<StatusChange, 'at'>,
  at: Date,
): DealChange | undefined {
  const isIt = (change: StatusChange | undefined) =>
    change !== undefined && isSameAuthor(change, made) && change.at.getTime() === made.at.getTime();
  const place = deal.history.findLastIndex(isIt);
  const before = deal.history[place - 1];
  if (!before || deal.status === before.status) return undefined;
  if (place < deal.history.length - 1) throw changedMeanwhile(deal);
  return moveDeal(deal, before.status, { ...made, at, reason: 'undone' });
}

/**
 * The change that makes the deal this person's, or nobody's (`null`); `undefined` if it already is, or if the author saw
 * that it was. Throws ChangedMeanwhile if its owner is no longer whom the author saw. `nameOf`: what to call a person.
 */
export function assignDeal(
  deal: Deal,
  to: string | null,
  seen?: SeenOwner,
  nameOf = (id: string): string => id,
): DealChange | undefined {
  const owner = deal.owner ?? null;
  if (to === owner || to === seen?.owner) return undefined;
  if (seen && seen.owner !== owner)
    throw new ChangedMeanwhile(
      owner === null ? 'Meanwhile it became nobody’s.' : `Meanwhile ${nameOf(owner)} became its owner.`,
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
