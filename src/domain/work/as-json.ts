import type { Contact } from '../intake/contact.ts';
import { EmailAddress } from '../intake/email-address.ts';
import { PhoneNumber } from '../intake/phone-number.ts';
import type { ReceivedDeal } from '../intake/received-deal.ts';
import { type Deal, untouched } from './deal.ts';

/** For stores that keep deals and contacts as text: `JSON.parse` alone makes neither times nor emails and phones. */
export const dealToJson = (deal: ReceivedDeal): string => JSON.stringify(deal, written);
/** What `dealToJson` wrote; of a deal that nobody has worked with, too. */
export const dealFromJson = (text: string): Deal => untouched(JSON.parse(text, read));
/** Likewise, of a contact. */
export const contactToJson = (contact: Contact): string => JSON.stringify(contact, written);
/** What `contactToJson` wrote. */
export const contactFromJson = (text: string): Contact => JSON.parse(text, read);

/** The same text for the same record, however the store that it comes from orders fields and leaves out absent ones. */
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

/** The names that times have in a deal: one that lacks here does not compile. */
const times: Readonly<Record<TimeName<Deal>, true>> = {
  receivedAt: true,
  at: true,
  changedAt: true,
  answeredAt: true,
  followUpAt: true,
};

/** The names of all times in it. */
export type TimeName<T> = T extends readonly (infer E)[]
  ? TimeName<E>
  : T extends EmailAddress | PhoneNumber
    ? never
    : T extends object
      ? {
          [K in keyof T & string]-?: NonNullable<T[K]> extends Date ? K : TimeName<NonNullable<T[K]>>;
        }[keyof T & string]
      : never;
