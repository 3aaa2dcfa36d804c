import { InvalidArgumentError } from 'commander';
import { ApiKey } from '../../../../domain/api-key.ts';
import { InvalidValue } from '../presentation/invalid-value.ts';
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
