import { type LeadField, leadFields } from '../../../domain/invalid-lead.ts';
import type { SourceLead } from '../../../domain/source-lead.ts';
import { wireNames } from '../http/lead-payload.ts';

/** The name of a field that people do not see: only a program fills it in. */
export const HONEYPOT = 'website';

/** Common names of a lead's fields on web pages, in small letters and without anything but letters. */
const COMMON: Readonly<Record<string, LeadField>> = {
  ...Object.fromEntries(leadFields.map((field) => [plain(wireNames[field]), field])),
  ...{ fname: 'firstName', firstname: 'firstName', givenname: 'firstName', vorname: 'firstName' },
  ...{ lname: 'lastName', lastname: 'lastName', surname: 'lastName', familyname: 'lastName' },
  ...{ youremail: 'email', emailaddress: 'email', mail: 'email', useremail: 'email' },
  ...{
    yourphone: 'phone',
    phonenumber: 'phone',
    telephone: 'phone',
    tel: 'phone',
    mobile: 'phone',
    cell: 'phone',
  },
  ...{ yourtel: 'phone', postalcode: 'zip', zipcode: 'zip', postcode: 'zip' },
  ...{
    message: 'notes',
    yourmessage: 'notes',
    comment: 'notes',
    comments: 'notes',
    notes: 'notes',
    question: 'notes',
  },
  ...{
    year: 'vehicleYear',
    make: 'vehicleMake',
    model: 'vehicleModel',
    miles: 'vehicleMiles',
    mileage: 'vehicleMiles',
  },
  ...{
    leadid: 'externalLeadId',
    submissionid: 'externalLeadId',
    company: 'vendorName',
    dealtype: 'dealType',
  },
};

/** Names of fields for a person's whole name, which is cut at its first blank. */
const WHOLE_NAMES: readonly string[] = ['name', 'yourname', 'fullname', 'customername'];

/** Fields that a page's software adds, which tell nobody anything. */
const MACHINERY = /^(?:_|utm_|g-recaptcha|h-captcha|cf-turnstile|csrf|authenticity_token|submit$)/i;

/** A field's name by its letters alone: `lead[phone]` and `First Name` become `phone` and `firstname`. */
function plain(name: string): string {
  const inner = /\[([^[\]]{1,100})\]$/.exec(name)?.[1] ?? name;
  return inner.toLowerCase().replace(/[^\p{L}]/gu, '');
}

/**
 * Reads the lead of a website's form. `pairs`: as a browser sends them. `own`: the source's names of fields. The
 * first of several values for one field counts; values without a field become lines of the notes. Empty values are
 * left out.
 */
export function readForm(
  pairs: readonly (readonly [name: string, value: string])[],
  own: Readonly<Record<string, LeadField>>,
): SourceLead {
  const fields: Partial<Record<LeadField, string>> = {};
  const lines: string[] = [];
  let whole: string | undefined;
  for (const [name, sent] of pairs) {
    const value = sent.trim();
    if (value === '' || name === HONEYPOT) continue;
    const field = own[name] ?? COMMON[plain(name)];
    if (field && fields[field] === undefined) fields[field] = sent;
    else if (!field && whole === undefined && WHOLE_NAMES.includes(plain(name))) whole = value;
    else if (!MACHINERY.test(name)) lines.push(`${name}: ${value}`);
  }
  const [, first = whole, last] = /^(\S+)\s+([\s\S]+)$/.exec(whole ?? '') ?? [];
  const names =
    whole && fields.firstName === undefined ? { firstName: first, lastName: fields.lastName ?? last } : {};
  const { notes, ...rest } = fields;
  return {
    senderId: fields.externalLeadId?.trim(),
    document: pairs.map(([name, value]) => `${name}: ${value}`).join('\n'),
    fields: { ...rest, ...names, notes: [notes, ...lines].filter(Boolean).join('\n') },
  };
}

/** Whether the hidden field `HONEYPOT` is filled in, which only programs do. */
export const isTrapped = (pairs: readonly (readonly [string, string])[]): boolean =>
  pairs.some(([name, value]) => name === HONEYPOT && value.trim() !== '');
