import { isBlank, isReadable, lengthOf } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';

const LIMIT = 100;

/**
 * The name of the person or program that makes a change, for the records. Throws Refused for a text that is no
 * name.
 */
export function operatorName(raw: string): string {
  const name = typeof raw === 'string' ? raw.trim() : '';
  if (isBlank(name) || lengthOf(name) > LIMIT || !isReadable(name))
    throw new Refused(
      'invalid-operator-name',
      `Every change needs the name of who makes it, of 1 to ${LIMIT} readable characters.`,
    );
  return name;
}
