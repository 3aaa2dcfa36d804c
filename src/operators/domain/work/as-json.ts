import { readCustomer, type TimeName, written } from '../../../domain/as-json.ts';
import { untouched, type WorkedDeal } from './worked-deal.ts';

/** Reads what `dealToJson` wrote, also for a deal that nobody has worked on. */
export const dealFromJson = (text: string): WorkedDeal => untouched(JSON.parse(text, read));

/**
 * A text that is equal for equal records, whatever the order of their fields and whether absent fields are
 * named.
 */
export const comparableText = (record: object): string =>
  JSON.stringify(record, (name, value: unknown) => inOrder(written(name, value)));

const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const read = (name: string, value: unknown): unknown =>
  typeof value === 'string' && Object.hasOwn(times, name) ? new Date(value) : readCustomer(name, value);

/** The names of a deal's times. A name that is missing here does not compile. */
const times: Readonly<Record<TimeName<WorkedDeal>, true>> = {
  receivedAt: true,
  at: true,
  changedAt: true,
  stillSince: true,
  answeredAt: true,
  followUpAt: true,
  orderedAt: true,
  openedAt: true,
};
