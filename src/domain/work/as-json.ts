import type { Contact } from '../intake/contact.ts';
import { EmailAddress } from '../intake/email-address.ts';
import { PhoneNumber } from '../intake/phone-number.ts';
import type { ReceivedDeal } from '../intake/received-deal.ts';
import { type Deal, untouched } from './deal.ts';

/**
 * Writes a deal for stores that keep text. Read it with `dealFromJson`: `JSON.parse` makes no times, emails or
 * phones.
 */
export const dealToJson = (deal: ReceivedDeal): string => JSON.stringify(deal, written);
/** Reads what `dealToJson` wrote, also for a deal that nobody has worked on. */
export const dealFromJson = (text: string): Deal => untouched(JSON.parse(text, read));
/** Writes a contact for stores that keep text. */
export const contactToJson = (contact: Contact): string => JSON.stringify(contact, written);
/** Reads what `contactToJson` wrote. */
export const contactFromJson = (text: string): Contact => JSON.parse(text, read);

/**
 * A text that is equal for equal records, whatever the order of their fields and whether absent fields are
 * named.
 */
export const comparableText = (record: object): string =>
  JSON.stringify(record, (name, value: unknown) => inOrder(written(name, value)));

const written = (_name: string, value: unknown): unknown =>
  value instanceof EmailAddress || value instanceof PhoneNumber ? value.value : value;

const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function read(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'email') return EmailAddress.restore(value);
  if (name === 'phone') return PhoneNumber.restore(value);
  return Object.hasOwn(times, name) ? new Date(value) : value;
}

/** The names of a deal's times. A name that is missing here does not compile. */
const times: Readonly<Record<TimeName<Deal>, true>> = {
  receivedAt: true,
  at: true,
  changedAt: true,
  answeredAt: true,
  followUpAt: true,
};

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
