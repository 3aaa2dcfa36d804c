import { InvalidArgumentError } from 'commander';
import { ApiKey } from '../../../domain/intake/api-key.ts';
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

function requireOne(values: readonly (string | undefined)[], otherwise: string): void {
  if (values.filter((value) => value !== undefined).length !== 1) throw new WrongUsage(otherwise);
}

export function oneAddress({ email, phone }: Given) {
  requireOne([email, phone], 'Give --email or --phone, not both.');
  return addressSought({ email, phone });
}

const addressSought = ({ email, phone = '' }: Given) =>
  email === undefined ? { phone: phoneIn(phone) } : { email: emailIn(email) };
