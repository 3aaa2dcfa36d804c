import { readCustomer, type TimeName, written } from '../intake/as-json.ts';
import { type Deal, untouched } from './deal.ts';

/** Reads what `dealToJson` wrote; of a deal that nobody has worked with, too. */
export const dealFromJson = (text: string): Deal => untouched(JSON.parse(text, read));

/** The same text for the same record, however the store that it comes from orders fields and leaves out absent ones. */
export const comparableText = (record: object): string =>
  JSON.stringify(record, (name, value: unknown) => inOrder(written(name, value)));

const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const read = (name: string, value: unknown): unknown =>
  typeof value === 'string' && Object.hasOwn(times, name) ? new Date(value) : readCustomer(name, value);

/** The names that times have in a deal: one that lacks here does not compile. */
const times: Readonly<Record<TimeName<Deal>, true>> = {
  receivedAt: true,
  at: true,
  changedAt: true,
  answeredAt: true,
  followUpAt: true,
};
