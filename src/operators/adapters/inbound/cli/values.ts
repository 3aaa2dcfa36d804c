import { InvalidArgumentError } from 'commander';
import { ApiKey } from '../../../../domain/api-key.ts';
import { InvalidValue } from '../presentation/invalid-value.ts';
import { WrongUsage } from './cli-context.ts';

/** Makes commander read a value, and name the option or argument in the error if it is invalid. */
export const given =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    try {
      return read(text);
    } catch (error) {
      throw error instanceof InvalidValue ? new InvalidArgumentError(error.message) : error;
    }
  };

/** Checks that a text is no key. The message does not repeat it: the key may work. */
export function keyId(text: string): string {
  if (!ApiKey.kindOf(text)) return text;
  throw new WrongUsage(
    'This is a key, not its id. Run key list VENDOR: the id (key_…) is in the row with the key’s first characters.',
  );
}
