import type { Contact } from './contact.ts';
import type { Deal } from './deal.ts';
import { EmailAddress } from './email-address.ts';
import { PhoneNumber } from './phone-number.ts';

/** For stores that keep deals as text: `JSON.parse` alone makes neither times nor emails and phones of it. */
export const dealToJson = (deal: Deal): string => JSON.stringify(deal, written);
/** For stores that keep contacts as text. */
export const contactToJson = (contact: Contact): string => JSON.stringify(contact, written);
/** Reads what `contactToJson` wrote. */
export const contactFromJson = (text: string): Contact => JSON.parse(text, readCustomer);

/** Emails and phones as text, for `JSON.stringify`. */
export const written = (_name: string, value: unknown): unknown =>
  value instanceof EmailAddress || value instanceof PhoneNumber ? value.value : value;

/** Emails and phones of what was text, for `JSON.parse`. */
export function readCustomer(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'email') return EmailAddress.restore(value);
  return name === 'phone' ? PhoneNumber.restore(value) : value;
}

/** The names of all times inside a type. */
export type TimeName<T> = T extends readonly (infer E)[]
  ? TimeName<E>
  : T extends EmailAddress | PhoneNumber
    ? never
    : T extends object
      ? {
          [K in keyof T & string]-?: NonNullable<T[K]> extends Date ? K : TimeName<NonNullable<T[K]>>;
        }[keyof T & string]
      : never;
