import { LeadCursor } from '#operators/application/leads/lead-cursor.ts';
import type { AuditPlace } from '#operators/application/ports/outbound/audit-log.ts';
import { parseDuration } from '#operators/domain/duration.ts';
import { Refused } from '#operators/domain/refused.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { activityKinds } from '#operators/domain/work/activity.ts';
import { type ContactDraft, parseEdit } from '#operators/domain/work/contact-edit.ts';
import { deskRoles } from '#operators/domain/work/desk-role.ts';
import { longestTerm } from '#operators/domain/work/key-term.ts';
import { operatorName } from '#operators/domain/work/operator-name.ts';
import { momentWritten } from '#operators/domain/written-time.ts';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import { dealTypes } from '../../../../domain/deal-type.ts';
import { EmailAddress } from '../../../../domain/email-address.ts';
import { BrokenRule } from '../../../../domain/invalid-lead.ts';
import { type LeadStatus, leadStatuses, statusNamed } from '../../../../domain/lead-status.ts';
import { PhoneNumber } from '../../../../domain/phone-number.ts';
import { beginsUsually, isUsual } from './days.ts';
import { InvalidValue } from './invalid-value.ts';

/** Readers of texts that operators type. All throw InvalidValue. */

/** Reads `90d`, `12h`, `30m` or `45s` as milliseconds. */
export function duration(text: string): number {
  const length = parseDuration(text);
  if (length === undefined || length > longestTerm)
    throw new InvalidValue('Use a form such as 90d, 12h, 30m or 45s, up to ten years.');
  return length;
}

/** Reads `36mo` or `3y` as months. */
export function months(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})(mo|y)$/.exec(text) ?? [];
  const length = Number(count) * (unit === 'y' ? 12 : 1);
  if (unit === undefined || length > 1_200)
    throw new InvalidValue('Use a form such as 36mo or 3y, up to a hundred years.');
  return length;
}

export function positiveDuration(text: string): number {
  const length = duration(text);
  if (length === 0) throw new InvalidValue('It must be longer than zero.');
  return length;
}

/** The clock and zone by which times are read. */
export interface Calendar {
  readonly clock: Clock;
  readonly timeZone: TimeZone;
}

/**
 * Reads the beginning of a span: a day, month or time on the clocks of the business; ISO 8601 with an offset; a
 * duration, for that long ago.
 */
export const since = (calendar: Calendar) => (text: string) =>
  time(text, calendar, (zone) => zone.startOf(text));

/** Reads the end of a span, in the forms of `since`. A day or month is included as a whole. */
export const until = (calendar: Calendar) => (text: string) =>
  time(text, calendar, (zone) => zone.endOf(text));

function time(
  text: string,
  { clock, timeZone }: Calendar,
  onClocks: (zone: TimeZone) => Date | undefined,
): Date {
  if (/^\d+[smhd]$/.test(text)) return new Date(clock().getTime() - duration(text));
  const read = onClocks(timeZone);
  if (!read || !beginsUsually(text))
    throw new InvalidValue('Use a form such as 2026-05-01, 2026-05-01T08:00:00Z, or 2h for two hours ago.');
  return read;
}

/** Reads milliseconds since 1970, as pages of the desk write times for themselves. */
export function instant(text: string): Date {
  const read = new Date(/^\d{1,14}$/.test(text) ? Number(text) : Number.NaN);
  if (!isUsual(read)) throw new InvalidValue('This is no time: open the page again.');
  return read;
}

/** Reads the time since when a lead had its status, as exports, JSON and forms write it. */
export function statusSince(text: string): Date {
  const read = momentWritten(text);
  if (!read || !isUsual(read))
    throw new InvalidValue('statusSince is no time as an export writes it: 2026-05-01T08:00:00.000-05:00.');
  return read;
}

/** Reads `TIME_ID`: the place between two pages of the audit log. */
export function auditPlace(text: string): AuditPlace {
  const [, at, id] = /^(\d+)_(.+)$/s.exec(text) ?? [];
  if (at === undefined || id === undefined)
    throw new InvalidValue('This is no place in the list: open the list again.');
  return { at: instant(at), id };
}

/** Reads a cursor. An empty one, with which scripts begin, means the beginning. */
export const auditCursor = (text: string): AuditPlace | undefined =>
  text === '' ? undefined : auditPlace(text);

/** The same in a list of held leads, which has the same places. */
export const heldCursor = auditCursor;

/** Writes the place of an audit entry, or of a held lead. */
export const placeText = ({ at, id }: AuditPlace): string => `${at.getTime()}_${id}`;

export function status(text: string): LeadStatus {
  const meant = statusNamed(text);
  if (!meant) throw new InvalidValue(`Allowed values: ${leadStatuses.join(', ')}.`);
  return meant;
}

export const oneOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T => {
    const meant = known.find((each) => each.toLowerCase() === text.trim().toLowerCase());
    if (!meant) throw new InvalidValue(`Allowed values: ${known.join(', ')}.`);
    return meant;
  };

export const activityKind = oneOf(activityKinds);
export const dealType = oneOf(dealTypes);
export const deskRole = oneOf(deskRoles);

/** The most rows of a list. */
export const MAX_LIMIT = 1_000;

export function limit(text: string): number {
  const count = Number(text);
  if (!/^\d{1,4}$/.test(text) || count < 1 || count > MAX_LIMIT)
    throw new InvalidValue(`It must be a whole number from 1 to ${MAX_LIMIT}.`);
  return count;
}

/** Checks a cursor and returns it, for the use case to read. An empty one, with which scripts begin, is allowed. */
export const cursor = (text: string): string =>
  valid(() => {
    if (text !== '') LeadCursor.parse(text);
    return text;
  });

/** Checks a cursor in an address of the desk and returns it. */
export const place = (text: string): string =>
  valid(() => LeadCursor.parse(text).text, 'This is no place in the list: open the list again.');

/** The most characters of a text to find: more than any name, address or id has. */
const MAX_SOUGHT = 300;

/** Reads a text to find. */
export function searchText(text: string): string {
  if (text.length > MAX_SOUGHT)
    throw new InvalidValue(`A text to find can have at most ${MAX_SOUGHT} characters.`);
  return text;
}

export const name = (text: string): string => valid(() => operatorName(text));

/** Checks a draft's values by themselves, before a store is asked. */
export const contactDraft = (draft: ContactDraft): ContactDraft =>
  valid(() => {
    parseEdit(draft);
    return draft;
  });

export const email = (text: string): EmailAddress =>
  valid(() => EmailAddress.parse(text), 'This is not a valid email address.');

export const phone = (text: string): PhoneNumber =>
  valid(
    () => PhoneNumber.parse(text),
    'This is not a valid phone number: give 10 digits, or 11 that start with 1.',
  );

/** Turns errors of the domain's rules into InvalidValue. */
function valid<T>(read: () => T, otherwise?: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused || error instanceof BrokenRule)
      throw new InvalidValue(otherwise ?? error.message);
    throw error;
  }
}
