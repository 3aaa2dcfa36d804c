import type { Contact } from './contact.ts';
import type { Deal } from './deal.ts';
import { EmailAddress } from './email-address.ts';
import { PhoneNumber } from './phone-number.ts';

/** Writes a deal for stores that keep text: `JSON.parse` alone makes no times, emails or phones. */
export const dealToJson = (deal: Deal): string => JSON.stringify(deal, written);
/** Writes a contact for stores that keep text. */
export const contactToJson = (contact: Contact): string => JSON.stringify(contact, written);
/** Reads what `contactToJson` wrote. */
export const contactFromJson = (text: string): Contact => JSON.parse(text, readCustomer);

/** Writes emails and phones as text, for `JSON.stringify`. */
export const written = (_name: string, value: unknown): unknown =>
  value instanceof EmailAddress || value instanceof PhoneNumber ? value.value : value;

/** Makes emails and phones of their texts, for `JSON.parse`. */
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
