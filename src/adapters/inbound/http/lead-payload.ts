import * as v from 'valibot';
import type { LeadField } from '../../../domain/invalid-lead.ts';
import { Lead, type LeadDraft, notText } from '../../../domain/lead.ts';
import { labelText } from '../../../domain/text.ts';

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

/** A lead on the wire (Spec 2.1): names and types. The rules are in the domain; unknown fields are ignored. */
const LeadPayload = v.object(v.entriesFromList(Object.values(wireNames), v.nullish(v.string())));

const fieldsAndNames = Object.entries(wireNames) as [LeadField, WireName][];

/** Throws InvalidLead. */
export function readLead(json: object): Lead {
  const read = v.safeParse(LeadPayload, json);
  if (read.success) return Lead.parse(draftOf(read.output));
  return Lead.parse(draftOf(json, new Set(read.issues.map((issue) => v.getDotPath(issue)))));
}

/** What is told of a lead that is refused: the vendor's own id, as a `labelText`. */
export function externalIdIn(json: object): string | undefined {
  const payload = json as { readonly [N in WireName]?: unknown };
  const ids = [payload.external_lead_id, payload.external_id].map((id) =>
    typeof id === 'string' ? labelText(id) : '',
  );
  return ids.find((text) => text !== '');
}

function draftOf(
  payload: { readonly [N in WireName]?: LeadDraft[LeadField] },
  notTexts?: ReadonlySet<string | null>,
): LeadDraft {
  const draft: { -readonly [F in LeadField]?: LeadDraft[F] } = {};
  for (const [field, wireName] of fieldsAndNames)
    draft[field] = notTexts?.has(wireName) ? notText : payload[wireName];
  return draft;
}
