import type { LeadField, Problem } from '../../../domain/invalid-lead.ts';
import { isBlank } from '../../../domain/text.ts';
import { wireNames } from './lead-payload.ts';

/**
 * The end of a message about a problem, if the payload shows how it came about; empty if not. It has names of fields of
 * a lead alone, nothing else that was sent.
 */
export function hintOf({ field, reason }: Problem, payload: object): string {
  if (reason === 'missing') return misnamed([field], payload);
  if (reason === 'contact-missing') return misnamed(['email', 'phone'], payload);
  const name = wireNames[field];
  const sent = (payload as Readonly<Record<string, unknown>>)[name];
  const isOptional = field === 'email' || field === 'phone';
  return isOptional && typeof sent === 'string' && isBlank(sent)
    ? `; leave ${name} out if there is none`
    : '';
}

/** Whether one of the fields was sent under a name that is written otherwise, or inside of another field. */
function misnamed(fields: readonly LeadField[], payload: object): string {
  const names = fields.map((field) => wireNames[field]);
  const known = new Set<string>(names.map(plain));
  const has = (object: object): string | undefined =>
    Object.keys(object).find((name) => known.has(plain(name)) && name.length <= 64);
  const other = has(payload);
  if (other !== undefined && !names.some((name) => name === other))
    return `; the name of the field is ${names.find((name) => plain(name) === plain(other))}, to the letter`;
  const isInside = Object.values(payload).some(
    (value) => typeof value === 'object' && value !== null && has(value) !== undefined,
  );
  return isInside
    ? '; the fields of a lead belong at the top of the object, not inside of another field'
    : '';
}

/** `First Name`, `firstName` and `first-name` alike. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');
