import type { SourceLead } from '../../../domain/sources/source-lead.ts';
import type { Meaning } from './reading/field-labels.ts';
import { leadOfAnswers } from './reading/lead-of-answers.ts';

/** A request of Google's lead form. */
export interface GoogleLead {
  /** The key that the advertiser entered in Google's form; empty if there is none. */
  readonly key: string;
  readonly isTest: boolean;
  readonly lead: SourceLead;
}

/** Google's columns and what they are. */
const COLUMNS: ReadonlyMap<string, Meaning> = new Map([
  ['FULL_NAME', 'name'],
  ['FIRST_NAME', 'firstName'],
  ['LAST_NAME', 'lastName'],
  ['EMAIL', 'email'],
  ['WORK_EMAIL', 'email'],
  ['PHONE_NUMBER', 'phone'],
  ['WORK_PHONE', 'phone'],
  ['POSTAL_CODE', 'zip'],
  ['REGION', 'state'],
  ['COUNTRY', 'country'],
  ['VEHICLE_MODEL', 'vehicleModel'],
]);

/** Facts about the form that are worth a line of the notes. */
const FACTS = ['gcl_id', 'campaign_id', 'form_id'];

/**
 * Reads one lead of Google's lead form (webhook, api_version 1.0) from parsed JSON. Questions without a field of
 * their own go to the notes with their answers, so that nothing is lost.
 */
export function readGoogle(sent: object, document: string): GoogleLead {
  const { user_column_data: columns, ...facts } = sent as Readonly<Record<string, unknown>>;
  const senderId = textOf(facts.lead_id) || undefined;
  const asked = (Array.isArray(columns) ? columns : [])
    .map(columnOf)
    .toSorted((a, b) => Number(isOfWork(a)) - Number(isOfWork(b)))
    .map(({ id, name, value }) => ({ is: COLUMNS.get(id) ?? 'note', value, place: name || id || 'Answer' }));
  const said = FACTS.map((place) => ({ is: 'note' as const, value: textOf(facts[place]), place }));
  const { fields, readFrom } = leadOfAnswers([...asked, ...said]);
  return {
    key: textOf(facts.google_key),
    isTest: facts.is_test === true || facts.is_test === 'true',
    lead: { document, senderId, fields: { ...fields, externalLeadId: senderId }, readFrom },
  };
}

/** True for a work email, which counts only after the customer's own. */
const isOfWork = ({ id }: { readonly id: string }): boolean => id.startsWith('WORK_');

/** Column ids by the names that Google shows: older forms have no `column_id`. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['full name', 'FULL_NAME'],
  ['first name', 'FIRST_NAME'],
  ['last name', 'LAST_NAME'],
  ['user email', 'EMAIL'],
  ['email', 'EMAIL'],
  ['user phone', 'PHONE_NUMBER'],
  ['phone number', 'PHONE_NUMBER'],
  ['postal code', 'POSTAL_CODE'],
]);

function columnOf(column: unknown) {
  const { column_id, column_name, string_value } = (column ?? {}) as Readonly<Record<string, unknown>>;
  const name = textOf(column_name);
  const id = textOf(column_id).toUpperCase() || NAMES.get(name.toLowerCase()) || '';
  return { id, name, value: textOf(string_value) };
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
