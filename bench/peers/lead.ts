import { randomUUID } from 'node:crypto';

/** What both peers keep of a lead. They do what a first version would, and no more: no replay, no history, no log. */
export interface Contact {
  readonly _id: string;
  readonly firstName: string;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  zip?: string | undefined;
}

export interface Deal {
  readonly _id: string;
  readonly contactId: string;
  readonly dealType: string;
  readonly vendorName: string;
  readonly notes: string;
  readonly externalId?: string | undefined;
  readonly vehicle: readonly (string | undefined)[];
  readonly status: string;
  readonly receivedAt: Date;
}

export type Payload = Record<string, string | undefined>;

export interface Store {
  /** The id of the new deal. */
  create(lead: Payload): Promise<string>;
  statusOf(id: string): Promise<string | undefined>;
}

export const dealTypes = ['sales', 'service', 'rental', 'lift', 'commercial', 'buy-back', 'other'];

export const digitsOf = (phone: string): string => phone.replace(/\D/g, '');
export const isPhone = (digits: string): boolean => /^1?\d{10}$/.test(digits);

export function contactOf(lead: Payload): Contact {
  return {
    _id: randomUUID(),
    firstName: lead.first_name ?? '',
    lastName: lead.last_name,
    email: lead.email?.toLowerCase(),
    phone: lead.phone && digitsOf(lead.phone).slice(-10),
    zip: lead.zip,
  };
}

export function dealOf(lead: Payload, contactId: string): Deal {
  return {
    _id: randomUUID(),
    contactId,
    dealType: lead.deal_type ?? '',
    vendorName: lead.vendor_name ?? '',
    notes: lead.deal_type === 'other' ? `Needs Deal Type. ${lead.lead_notes}` : (lead.lead_notes ?? ''),
    externalId: lead.external_lead_id ?? lead.external_id,
    vehicle: [lead.vehicle_year, lead.vehicle_make, lead.vehicle_model, lead.vehicle_miles],
    status: 'In Progress',
    receivedAt: new Date(),
  };
}
