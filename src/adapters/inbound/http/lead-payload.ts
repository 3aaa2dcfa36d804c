import type { LeadField } from '../../../domain/intake/invalid-lead.ts';
import { Lead, type LeadDraft, notText } from '../../../domain/intake/lead.ts';
import { labelText } from '../../../domain/intake/text.ts';

export const wireNames = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  zip: 'zip',
  dealType: 'deal_type',
  vendorName: 'vendor_name',
  notes: 'lead_notes',
  externalLeadId: 'external_lead_id',
  externalId: 'external_id',
  vehicleYear: 'vehicle_year',
  vehicleMake: 'vehicle_make',
  vehicleModel: 'vehicle_model',
  vehicleMiles: 'vehicle_miles',
} as const satisfies Record<LeadField, string>;

export type WireName = (typeof wireNames)[LeadField];

const fieldsAndNames = Object.entries(wireNames) as [LeadField, WireName][];

/** A lead as it was sent (Spec 2.1). Whatever is not among its fields is ignored. */
type LeadPayload = { readonly [N in WireName]?: unknown };

/** The rules are the domain's. Throws InvalidLead. */
export function readLead(payload: LeadPayload): Lead {
  const draft: { -readonly [F in LeadField]?: LeadDraft[F] } = {};
  for (const [field, wireName] of fieldsAndNames) {
    const sent = payload[wireName] ?? undefined;
    draft[field] = sent === undefined || typeof sent === 'string' ? sent : notText;
  }
  return Lead.parse(draft);
}

/** What is told of a lead that is refused: the vendor's own id, as a `labelText`. */
export function externalIdIn(payload: LeadPayload): string | undefined {
  const ids = [payload.external_lead_id, payload.external_id].map((id) =>
    typeof id === 'string' ? labelText(id) : '',
  );
  return ids.find((text) => text !== '');
}
