import { InvalidArgumentError } from 'commander';
import type { ContactSought } from '../../../application/operators/ports/inbound/contacts.ts';
import { ApiKey } from '../../../domain/intake/api-key.ts';
import { isBlank } from '../../../domain/intake/text.ts';
import { InvalidValue } from '../operators/invalid-value.ts';
import { email as emailIn, phone as phoneIn } from '../operators/values.ts';
import { WrongUsage } from './cli-context.ts';

/** What commander reads an option or argument with: it tells which one an invalid value was given for. */
export const given =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    try {
      return read(text);
    } catch (error) {
      throw error instanceof InvalidValue ? new InvalidArgumentError(error.message) : error;
    }
  };

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

export function oneAddress({ email, phone }: Given) {
  requireOne([email, phone], 'Give --email or --phone, not both.');
  return addressSought({ email, phone });
}

const addressSought = ({ email, phone = '' }: Given) =>
  email === undefined ? { phone: phoneIn(phone) } : { email: emailIn(email) };
