import { type CustomerAsSent, withoutZip } from './contact.ts';
import type { DealType } from './deal-type.ts';
import type { Lead, Vehicle } from './lead.ts';
import { initialStatus, type LeadStatus } from './lead-status.ts';

/** Identifies a repeated submission: the vendor's key, and what was sent with it. */
export interface Idempotency {
  /** 1 to 255 printable ASCII characters, chosen by the vendor. */
  readonly key: string;
  /** The digest of the lead's content. `undefined` once the customer's data has been erased. */
  readonly fingerprint: string | undefined;
}

/** A deal's status with the time and the author. */
export interface StatusEntry {
  readonly status: LeadStatus;
  readonly at: Date;
  readonly by: string;
  readonly reason: string | undefined;
}

/** The lead as the CRM keeps it: the part that comes from the vendor. */
export interface Deal {
  /** The `leadId` given to the vendor: a UUID v7 as text. */
  readonly id: string;
  readonly contactId: string;
  readonly vendorId: string;
  readonly vendorName: string;
  /** The customer as this lead described them; `undefined` once their data has been erased (`hasCustomer`). */
  readonly customer: CustomerAsSent | undefined;
  readonly dealType: DealType;
  /** The vendor's notes. Empty once the customer's data has been erased, and only then. */
  readonly notes: string;
  readonly externalId: string | undefined;
  readonly vehicle: Vehicle;
  readonly receivedAt: Date;
  readonly idempotency: Idempotency | undefined;
  readonly status: LeadStatus;
  /**
   * Oldest first, never empty; the last entry is the current status. The first is by the key that the lead came
   * with, else by the vendor.
   */
  readonly history: readonly StatusEntry[];
}

interface Opening extends Pick<Deal, 'id' | 'contactId' | 'vendorId' | 'receivedAt' | 'idempotency'> {
  /** The id of the key that the lead came with, if the key has one. */
  readonly keyId?: string | undefined;
}

/** Makes the deal of a new lead, `In Progress`. */
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

/** The text that deal type `other` puts before the notes (Spec 2.1 rule 5). */
export const NEEDS_TYPE = 'Needs Deal Type. ';

const notesOf = ({ dealType, notes }: Lead): string =>
  dealType === 'other' ? `${NEEDS_TYPE}${notes}` : notes;

/**
 * The deal without what the vendor sent about the customer. The deal type, the vehicle and the idempotency key
 * stay.
 */
export const forgetSent = <D extends Deal>(deal: D): D => ({
  ...deal,
  customer: undefined,
  notes: '',
  externalId: undefined,
  idempotency: deal.idempotency && { ...deal.idempotency, fingerprint: undefined },
});

/** Whether a key's second submission is the same lead as its first. An erased fingerprint counts as the same. */
export const isSameLead = (first: Idempotency, sent: Idempotency): boolean =>
  first.fingerprint === undefined || first.fingerprint === sent.fingerprint;
