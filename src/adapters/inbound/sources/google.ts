import type { LeadDraft } from '../../../domain/lead.ts';
import type { SourceLead } from '../../../domain/source-lead.ts';

/** What Google's lead form posts. */
export interface GoogleLead {
  /** What the advertiser entered as the key; empty if there is none. */
  readonly key: string;
  readonly isTest: boolean;
  readonly lead: SourceLead;
}

/** The columns that are fields of a lead; `FULL_NAME` is cut at its first blank. */
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
 * One lead of Google's lead form (webhook, api_version 1.0). `sent`: an object of JSON. What has no field of its own goes into
 * the notes, each question with its answer, so that nothing of it is lost.
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

/** A customer's own address counts before that of their work. */
const isOfWork = ({ id }: { readonly id: string }): boolean => id.startsWith('WORK_');

/** Older forms have no `column_id`, but the name that Google shows. */
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

/** JSON whose whole numbers beyond 53 bits are their digits as text: ids have 64. */
export const parseWithIds = (text: string): unknown =>
  (JSON.parse as ParseWithSource)(text, (_, value, { source } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source ? source : value,
  );

/** Since V8 11.4: TypeScript's description of it lacks the third argument. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;
