import { isBlank, isReadable, lengthOf } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';

const LIMIT = 100;

/**
 * The name of the person or program that makes a change, for the records. Throws Refused for a text that is no
 * name.
 */
export function operatorName(raw: string): string {
  const name = readableName(raw);
  if (name === undefined)
    throw new Refused(
      'invalid-operator-name',
      `Every change needs the name of who makes it, of 1 to ${LIMIT} readable characters.`,
    );
  return name;
}

/** A name without surrounding white space; `undefined` if it can be none. */
function readableName(raw: string): string | undefined {
  const name = typeof raw === 'string' ? raw.trim() : '';
  return isBlank(name) || lengthOf(name) > LIMIT || !isReadable(name) ? undefined : name;
}

/** Checks a person's name, and trims it. Throws Refused. */
export function calledName(raw: string): string {
  const name = readableName(raw);
  if (name === undefined)
    throw new Refused('invalid-person-name', `A person’s name has 1 to ${LIMIT} readable characters.`);
  return name;
}
