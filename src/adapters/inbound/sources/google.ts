import type { LeadDraft } from '../../../domain/lead.ts';
import type { SourceLead } from '../../../domain/source-lead.ts';

/** A request of Google's lead form. */
export interface GoogleLead {
  /** The key that the advertiser entered in Google's form; empty if there is none. */
  readonly key: string;
  readonly isTest: boolean;
  readonly lead: SourceLead;
}

/** Google's columns and the fields of a lead that they fill. `FULL_NAME` is cut at its first blank. */
const COLUMNS: Readonly<Record<string, keyof LeadDraft>> = {
  FIRST_NAME: 'firstName',
  LAST_NAME: 'lastName',
  EMAIL: 'email',
  WORK_EMAIL: 'email',
  PHONE_NUMBER: 'phone',
  WORK_PHONE: 'phone',
  POSTAL_CODE: 'zip',
  VEHICLE_MODEL: 'vehicleModel',
};

/**
 * Reads one lead of Google's lead form (webhook, api_version 1.0) from parsed JSON. Questions without a field of
 * their own go to the notes with their answers, so that nothing is lost.
 */
export function readGoogle(sent: object, document: string): GoogleLead {
  const { user_column_data: columns, ...facts } = sent as Readonly<Record<string, unknown>>;
  const fields: Partial<Record<keyof LeadDraft, string>> = {};
  const notes: string[] = [];
  const all = (Array.isArray(columns) ? columns : []).map(columnOf).filter(({ value }) => value !== '');
  for (const { id, name, value } of all.toSorted((a, b) => Number(isOfWork(a)) - Number(isOfWork(b)))) {
    const field = COLUMNS[id];
    if (id === 'FULL_NAME') Object.assign(fields, fullName(value), fields);
    else if (field && fields[field] === undefined) fields[field] = value;
    else notes.push(`${name || id || 'Answer'}: ${value}`);
  }
  const senderId = textOf(facts.lead_id) || undefined;
  const said = ['gcl_id', 'campaign_id', 'form_id'].flatMap((name) => {
    const text = textOf(facts[name]);
    return text ? [`${name}: ${text}`] : [];
  });
  return {
    key: textOf(facts.google_key),
    isTest: facts.is_test === true || facts.is_test === 'true',
    lead: {
      document,
      senderId,
      fields: { ...fields, externalLeadId: senderId, notes: [...notes, ...said].join('\n') },
    },
  };
}

/** True for a work email, which counts only after the customer's own. */
const isOfWork = ({ id }: { readonly id: string }): boolean => id.startsWith('WORK_');

/** Column ids by the names that Google shows: older forms have no `column_id`. */
const NAMES: Readonly<Record<string, string>> = {
  'full name': 'FULL_NAME',
  'first name': 'FIRST_NAME',
  'last name': 'LAST_NAME',
  'user email': 'EMAIL',
  email: 'EMAIL',
  'user phone': 'PHONE_NUMBER',
  'phone number': 'PHONE_NUMBER',
  'postal code': 'POSTAL_CODE',
};

function columnOf(column: unknown) {
  const { column_id, column_name, string_value } = (column ?? {}) as Readonly<Record<string, unknown>>;
  const name = textOf(column_name);
  const id = textOf(column_id).toUpperCase() || NAMES[name.toLowerCase()] || '';
  return { id, name, value: textOf(string_value) };
}

function fullName(text: string): Pick<LeadDraft, 'firstName' | 'lastName'> {
  const [, first = text, last] = /^(\S+)\s+([\s\S]+)$/.exec(text) ?? [];
  return { firstName: first, ...(last && { lastName: last }) };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? `${value}` : '';

/** Parses JSON. Whole numbers beyond 53 bits become text with their digits, as Google's ids have 64 bits. */
export const parseWithIds = (text: string): unknown =>
  (JSON.parse as ParseWithSource)(text, (_, value, { source } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source ? source : value,
  );

/** `JSON.parse` since V8 11.4: TypeScript's types lack the reviver's third argument. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;
