import * as v from 'valibot';
import { dealTypes } from '../../../domain/deal-type.ts';
import type { LeadField } from '../../../domain/invalid-lead.ts';
import { Lead, type LeadDraft, lengthLimits, notText } from '../../../domain/lead.ts';
import { labelText } from '../../../domain/text.ts';

/** Accepts any value: the domain has the rules, and refuses values that are not text. */
const text = v.nullish(v.fallback(v.string(), notText as never));

/** A field's description in JSON Schema. */
const needed = (description: string, more: object) => ({ type: 'string', ...more, description }) as const;

const optional = (description: string, limit: number, more: object = {}) =>
  ({ type: ['string', 'null'], maxLength: limit, ...more, description }) as const;

/**
 * The characters that the domain calls blank, within the Basic Multilingual Plane. They are ranges because many
 * clients know neither Unicode's properties nor code points beyond.
 */
const BLANK =
  '\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';

/**
 * A pattern for the whole text: some clients match patterns from the beginning, some only all of the text. It
 * is not at the fields, because clients in PHP, which knows no \\u, would accept no text at all (OpenAPI
 * Generator 7.25).
 */
export const notBlankPattern = `^[${BLANK}]*[^${BLANK}][\\s\\S]*$`;

const notBlank = (maxLength: number) => ({ maxLength, minLength: 1 });

const limits = lengthLimits;

/** The fields of a lead as it is sent (Spec 2.1), in the order of its description. Others are ignored. */
const fields = {
  firstName: ['first_name', needed('Customer first name.', notBlank(limits.firstName))],
  lastName: ['last_name', optional('Customer last name.', limits.lastName)],
  email: [
    'email',
    optional(
      'Required when `phone` is absent. A name of any script, `@`, and a domain of at least two labels.',
      limits.email,
      { format: 'idn-email', pattern: '^[^@]+@[^@]+\\.[^@]+$' }, // mocks check the pattern alone
    ),
  ],
  phone: [
    'phone',
    optional(
      'Required when `email` is absent. A North American number: all non-digit characters are removed; 10 digits, or 11 starting with 1, must remain. Omit an extension: its digits would count. Omit a placeholder such as 000-000-0000: all customers who share one become one contact.',
      limits.phone,
      { pattern: '^[^0-9]*(1[^0-9]*)?([0-9][^0-9]*){10}$' },
    ),
  ],
  zip: [
    'zip',
    optional('Customer ZIP code. Stored on the contact, and only if the contact has none yet.', limits.zip),
  ],
  dealType: [
    'deal_type',
    needed(
      `One of ${dealTypes.map((each) => `\`${each}\``).join(', ')}; case is ignored. There is no default: use \`other\` if nothing else fits; it puts \`Needs Deal Type.\` before the notes.`,
      { enum: dealTypes }, // in any case, but a pattern that says so leaves generated clients without the words
    ),
  ],
  vendorName: [
    'vendor_name',
    needed(
      'Vendor company name, for people to read: your key says who you are.',
      notBlank(limits.vendorName),
    ),
  ],
  notes: [
    'lead_notes',
    needed(
      'What the customer wants. Several lines are allowed and kept exactly as sent.',
      notBlank(limits.notes),
    ),
  ],
  externalLeadId: [
    'external_lead_id',
    optional("The vendor's own lead identifier, kept for reference.", limits.externalLeadId),
  ],
  externalId: [
    'external_id',
    optional('Legacy vendor identifier. `external_lead_id` takes precedence.', limits.externalId),
  ],
  vehicleYear: ['vehicle_year', optional('Vehicle model year.', limits.vehicleYear)],
  vehicleMake: ['vehicle_make', optional('Vehicle make.', limits.vehicleMake)],
  vehicleModel: ['vehicle_model', optional('Vehicle model.', limits.vehicleModel)],
  vehicleMiles: ['vehicle_miles', optional('Vehicle mileage.', limits.vehicleMiles)],
} as const satisfies Record<LeadField, readonly [name: string, told: object]>;

const fieldsAndNames = Object.entries(fields).map(([field, [name]]) => [field as LeadField, name] as const);

export const wireNames = Object.fromEntries(fieldsAndNames) as {
  readonly [F in LeadField]: (typeof fields)[F][0];
};
export type WireName = (typeof wireNames)[LeadField];

export const leadPayload = v.pipe(
  v.object(
    Object.fromEntries(fieldsAndNames.map(([, name]) => [name, text])) as {
      readonly [N in WireName]: typeof text;
    },
  ),
  v.metadata({ properties: Object.fromEntries(Object.values(fields)) }), // once: each step of each field costs a lead something
);

/** Reads a lead from a payload. Throws InvalidLead. */
export function readLead(payload: object): Lead {
  const sent = v.parse(leadPayload, payload);
  const draft: { -readonly [F in LeadField]?: LeadDraft[F] } = {};
  for (const [field, name] of fieldsAndNames) draft[field] = sent[name];
  return Lead.parse(draft);
}

/** Names of unknown fields that a header can contain: at most ten, each a plain word. */
export const ignoredNames = (payload: object): string[] =>
  Object.keys(payload)
    .filter((name) => !known.has(name) && /^[\w.-]{1,64}$/.test(name))
    .slice(0, 10);

const known = new Set<string>(Object.values(wireNames));

/** The vendor's own id in a lead that is refused, as a `labelText`; `undefined` if there is none. */
export function externalIdIn(payload: { readonly [N in WireName]?: unknown }): string | undefined {
  const ids = [payload.external_lead_id, payload.external_id].map((id) =>
    typeof id === 'string' ? labelText(id) : '',
  );
  return ids.find((text) => text !== '');
}
