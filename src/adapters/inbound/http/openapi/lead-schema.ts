import { dealTypes } from '../../../../domain/intake/deal-type.ts';
import type { LeadField } from '../../../../domain/intake/invalid-lead.ts';
import { lengthLimits } from '../../../../domain/intake/lead.ts';
import { wireNames } from '../lead-payload.ts';

const descriptions = {
  firstName: 'Customer first name.',
  lastName: 'Customer last name.',
  email: 'Required when `phone` is absent. A name of any script, `@`, and a domain of at least two labels.',
  phone:
    'Required when `email` is absent. A North American number: all non-digit characters are removed; 10 digits, or 11 starting with 1, must remain. Omit an extension: its digits would count. Omit a placeholder such as 000-000-0000: all customers who share one become one contact.',
  zip: 'Customer ZIP code. Stored on the contact, and only if the contact has none yet.',
  dealType: `One of ${dealTypes.map((each) => `\`${each}\``).join(', ')}; case is ignored. There is no default: use \`other\` if nothing else fits; it puts \`Needs Deal Type.\` before the notes.`,
  vendorName: 'Vendor company name, for people to read: your key says who you are.',
  notes: 'What the customer wants. Several lines are allowed and kept exactly as sent.',
  externalLeadId: "The vendor's own lead identifier, kept for reference.",
  externalId: 'Legacy vendor identifier. `external_lead_id` takes precedence.',
  vehicleYear: 'Vehicle model year.',
  vehicleMake: 'Vehicle make.',
  vehicleModel: 'Vehicle model.',
  vehicleMiles: 'Vehicle mileage.',
} as const satisfies Record<LeadField, string>;

const required = ['firstName', 'dealType', 'vendorName', 'notes'] as const satisfies readonly LeadField[];

const isRequired = (field: LeadField): boolean => (required as readonly LeadField[]).includes(field);

/**
 * What the domain calls blank, in the Basic Multilingual Plane: as ranges, because many clients know neither Unicode's
 * properties nor code points beyond.
 */
const BLANK =
  '\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';

/** Spans the whole text, because some clients match from its beginning, and some all of it. */
const notBlank = { minLength: 1, pattern: `^[${BLANK}]*[^${BLANK}][\\s\\S]*$` };

/** The rules for a text beyond its greatest length, restated in JSON Schema. */
const shapes: { readonly [F in LeadField]?: object } = {
  firstName: notBlank,
  vendorName: notBlank,
  notes: notBlank,
  dealType: { enum: dealTypes }, // in any case, but a pattern that says so leaves generated clients without the words
  email: { format: 'idn-email' },
  phone: { pattern: '^[^0-9]*(1[^0-9]*)?([0-9][^0-9]*){10}$' },
};

function propertyOf(field: LeadField): object {
  const maxLength: number | undefined = { ...lengthLimits, dealType: undefined }[field];
  return {
    type: isRequired(field) ? 'string' : ['string', 'null'],
    ...(maxLength && { maxLength }),
    ...shapes[field],
    description: descriptions[field],
  };
}

/**
 * Names and order are the payload's; the rules come from the domain's own lists. `if` and `else` instead of `anyOf`:
 * generators of clients make a type of each branch of `anyOf`, with nothing but an email or a phone in it.
 */
export const leadSchema = {
  type: 'object',
  description:
    'Needs an `email` or a `phone`. Unknown fields are ignored. `null` means absent, and so does a blank optional field, except `email` and `phone`: a blank one is invalid even if the other is valid.',
  required: required.map((field) => wireNames[field]),
  if: { required: ['email'], properties: { email: { type: 'string' } } },
  else: { required: ['phone'], properties: { phone: { type: 'string' } } },
  properties: Object.fromEntries(
    Object.entries(wireNames).map(([field, name]) => [name, propertyOf(field as LeadField)]),
  ),
};
