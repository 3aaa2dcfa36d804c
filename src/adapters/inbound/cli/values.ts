import { InvalidArgumentError } from 'commander';
import { LeadCursor } from '../../../application/lead-cursor.ts';
import type { ContactSought } from '../../../application/ports/inbound/operator.ts';
import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import { ApiKey } from '../../../domain/api-key.ts';
import { DAY_MS } from '../../../domain/day.ts';
import { type DealType, dealTypes } from '../../../domain/deal-type.ts';
import { EmailAddress } from '../../../domain/email-address.ts';
import { BrokenRule } from '../../../domain/invalid-lead.ts';
import { longestTerm } from '../../../domain/issued-key.ts';
import { type LeadStatus, leadStatuses, statusNamed } from '../../../domain/lead-status.ts';
import { type ContactDraft, parseEdit } from '../../../domain/mended-contact.ts';
import { operatorName } from '../../../domain/operator-name.ts';
import { PhoneNumber } from '../../../domain/phone-number.ts';
import { Refused } from '../../../domain/refused.ts';
import { isBlank } from '../../../domain/text.ts';
import { WrongUsage } from './cli-context.ts';

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS } as const;

/** `90d`, `12h`, `30m` or `45s`, in milliseconds. */
export function duration(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const length = Number(count) * units[unit as keyof typeof units];
  if (unit === undefined || length > longestTerm) {
    throw new InvalidArgumentError('Use a form such as 90d, 12h, 30m or 45s, up to ten years.');
  }
  return length;
}

export function positiveDuration(text: string): number {
  const length = duration(text);
  if (length === 0) throw new InvalidArgumentError('It must be longer than zero.');
  return length;
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** A date or time in ISO 8601, local unless it names a zone; or a duration, for that long ago. */
export const time =
  (clock: Clock) =>
  (text: string): Date => {
    if (/^\d+[smhd]$/.test(text)) return new Date(clock().getTime() - duration(text));
    const read = new Date(text.includes('T') ? text : `${text}T00:00`);
    if (!ISO.test(text) || Number.isNaN(read.getTime()) || !isOnCalendar(text.slice(0, 10))) {
      throw new InvalidArgumentError(
        'Use a form such as 2026-05-01, 2026-05-01T08:00:00Z, or 2h for two hours ago.',
      );
    }
    return read;
  };

/** Date would read 30 February as 2 March. */
const isOnCalendar = (day: string): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day);

export function status(text: string): LeadStatus {
  const meant = statusNamed(text);
  if (!meant) throw new InvalidArgumentError(`Allowed values: ${leadStatuses.join(', ')}.`);
  return meant;
}

export function dealType(text: string): DealType {
  const meant = dealTypes.find((known) => known === text.trim().toLowerCase());
  if (!meant) throw new InvalidArgumentError(`Allowed values: ${dealTypes.join(', ')}.`);
  return meant;
}

const MOST_LEADS = 1_000;

export function limit(text: string): number {
  const count = Number(text);
  if (!/^\d{1,4}$/.test(text) || count < 1 || count > MOST_LEADS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_LEADS}.`);
  }
  return count;
}

/** Returns the text, which is the use case's to read. A script's first run has an empty one. */
export function cursor(text: string): string {
  return orInvalid(() => {
    if (text !== '') LeadCursor.parse(text);
    return text;
  });
}

export const name = (text: string): string => orInvalid(() => operatorName(text));

function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Refused ? new InvalidArgumentError(error.message) : error;
  }
}

/** The message does not repeat what was given, which may be a key that works. */
export function keyId(text: string): string {
  if (!ApiKey.kindOf(text)) return text;
  throw new WrongUsage(
    'This is a key, not its id. Run key list VENDOR: the id (key_…) is in the row with the key’s first characters.',
  );
}

type Given = Readonly<Record<string, string | undefined>>;

/** By an id or exactly one of the options. No error message repeats what was typed. */
export function contactSought({ id, email, phone, contact }: Given): ContactSought {
  requireOne([id, email, phone, contact], 'Give exactly one of --email, --phone or --contact.');
  const contactId = id ?? contact;
  return contactId === undefined ? addressSought({ email, phone }) : { contactId };
}

export function contactSearch({ email, phone, name }: Given) {
  requireOne([email, phone, name], 'Give exactly one of --email, --phone or --name.');
  if (name === undefined) return addressSought({ email, phone });
  if (isBlank(name)) throw new WrongUsage('Give a part of the name.');
  return { name };
}

function requireOne(values: readonly (string | undefined)[], otherwise: string): void {
  if (values.filter((value) => value !== undefined).length !== 1) throw new WrongUsage(otherwise);
}

export function oneAddress({ email, phone }: Given): { email: EmailAddress } | { phone: PhoneNumber } {
  requireOne([email, phone], 'Give --email or --phone, not both.');
  return addressSought({ email, phone });
}

function addressSought({ email, phone }: Given): { email: EmailAddress } | { phone: PhoneNumber } {
  try {
    if (email !== undefined) return { email: EmailAddress.parse(email) };
    return { phone: PhoneNumber.parse(phone ?? '') };
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    throw new WrongUsage(
      email === undefined
        ? 'This is not a valid phone number: give 10 digits, or 11 that start with 1.'
        : 'This is not a valid email address.',
    );
  }
}

/** What is wrong with it alone is told before a store is looked for. */
export function contactDraft(draft: ContactDraft): ContactDraft {
  try {
    parseEdit(draft);
    return draft;
  } catch (error) {
    throw error instanceof Refused ? new WrongUsage(error.message) : error;
  }
}
