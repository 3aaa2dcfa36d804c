import type { DealType } from './deal-type.ts';
import type { Lead, Vehicle } from './lead.ts';
import { initialStatus, isFinal, type LeadStatus, nextStatuses } from './lead-status.ts';
import { Refused } from './refused.ts';

/** One entry of a deal's history. */
export interface StatusChange {
  readonly status: LeadStatus;
  readonly at: Date;
  /** Who brought it about, as far as it is no personal data of the customer's. */
  readonly by: string;
  readonly reason: string | undefined;
}

/** What makes a repeated submission recognisable: the vendor's key, and what was said under it. */
export interface Idempotency {
  /** 1 to 255 printable ASCII characters, the vendor's own. */
  readonly key: string;
  /** Digest of the lead's content. `undefined` once the customer's data was erased. */
  readonly fingerprint: string | undefined;
}

/** The lead as the CRM keeps it. Whatever tells of the customer alone is on the contact. */
export interface Deal {
  /** The `leadId` that the vendor was given: UUID v7 as text. */
  readonly id: string;
  readonly contactId: string;
  readonly vendorId: string;
  readonly vendorName: string;
  readonly dealType: DealType;
  readonly notes: string;
  readonly externalId: string | undefined;
  readonly vehicle: Vehicle;
  readonly receivedAt: Date;
  readonly idempotency: Idempotency | undefined;
  readonly status: LeadStatus;
  /** Oldest first; the last entry is the present status. Never empty. */
  readonly history: readonly StatusChange[];
}

/** A status that cannot follow the present one, or not without a reason. */
export class ForbiddenMove extends Refused {
  override readonly name = 'ForbiddenMove';
  readonly allowed: readonly LeadStatus[];

  constructor(message: string, allowed: readonly LeadStatus[]) {
    super(message);
    this.allowed = allowed;
  }
}

/** A new deal for a lead, `In Progress`. */
export function openDeal(
  lead: Lead,
  known: Pick<Deal, 'id' | 'contactId' | 'vendorId' | 'receivedAt' | 'idempotency'>,
): Deal {
  return {
    ...known,
    vendorName: lead.vendorName,
    dealType: lead.dealType,
    notes: notesOf(lead),
    externalId: lead.externalId,
    vehicle: lead.vehicle,
    status: initialStatus,
    history: [{ status: initialStatus, at: known.receivedAt, by: known.vendorId, reason: undefined }],
  };
}

/** Spec 2.1 rule 5. */
const notesOf = ({ dealType, notes }: Lead): string =>
  dealType === 'other' ? `Needs Deal Type. ${notes}` : notes;

/**
 * The deal with its status changed and the change in its history; the same deal if it is there already.
 * Throws ForbiddenMove: `Won` and `Lost` are left only for an open status, and only with a reason.
 */
export function moveDeal(
  deal: Deal,
  to: LeadStatus,
  change: Pick<StatusChange, 'at' | 'by' | 'reason'>,
): Deal {
  if (to === deal.status) return deal;
  const allowed = nextStatuses(deal.status);
  if (!allowed.includes(to)) {
    throw new ForbiddenMove(`A lead that is ${deal.status} cannot become ${to}.`, allowed);
  }
  if (isFinal(deal.status) && !change.reason?.trim()) {
    throw new ForbiddenMove(`Reopening a lead that is ${deal.status} takes a reason.`, allowed);
  }
  return { ...deal, status: to, history: [...deal.history, { status: to, ...change }] };
}

/** The deal once its customer is to be forgotten: status and history stay, whatever was written freely goes. */
export const forgetCustomer = (deal: Deal): Deal => ({
  ...deal,
  notes: '',
  externalId: undefined,
  idempotency: deal.idempotency && { ...deal.idempotency, fingerprint: undefined },
  history: deal.history.map((change) => ({ ...change, reason: undefined })),
});

/** A repeated key says the same lead again (`replayed`) or another one (`conflict`). */
export const judgeRepeat = (kept: Idempotency, sent: Idempotency): 'replayed' | 'conflict' =>
  kept.fingerprint === undefined || kept.fingerprint === sent.fingerprint ? 'replayed' : 'conflict';
