import type * as v from 'valibot';
import * as audit from './shapes/audit-shapes.ts';
import * as contacts from './shapes/contact-shapes.ts';
import * as webhooks from './shapes/hook-shapes.ts';
import * as leads from './shapes/lead-shapes.ts';
import * as people from './shapes/person-shapes.ts';
import * as reports from './shapes/report-shapes.ts';
import * as sources from './shapes/source-shapes.ts';
import * as vendors from './shapes/vendor-shapes.ts';

const all = { ...leads, ...contacts, ...people, ...vendors, ...sources, ...webhooks, ...reports, ...audit };

/**
 * The answers of operations, by their names in the description: all names with a capital. The command line
 * prints them with `--json`.
 */
export const shapes: Readonly<Record<string, v.GenericSchema>> = Object.fromEntries(
  Object.entries<unknown>(all)
    .filter((entry): entry is [string, v.GenericSchema] => /^[A-Z]/.test(entry[0]))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);
