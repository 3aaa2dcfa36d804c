import type * as v from 'valibot';
import * as contacts from './shapes/contacts.ts';
import * as leads from './shapes/leads.ts';
import * as people from './shapes/people.ts';
import * as reports from './shapes/reports.ts';
import * as vendors from './shapes/vendors.ts';
import * as webhooks from './shapes/webhooks.ts';

const all = { ...leads, ...contacts, ...people, ...vendors, ...webhooks, ...reports };

/** What operations answer, by the names that the description has: those with a capital. The command line prints the same with `--json`. */
export const shapes: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  Object.entries<unknown>(all)
    .filter((entry): entry is [string, v.GenericSchema] => /^[A-Z]/.test(entry[0]))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);
