import { normalized } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';
import { calledName } from './operator-name.ts';

/**
 * Words that mean nobody, or the person who asks, in every field for a person. No person can have them as a
 * name.
 */
const reserved: readonly string[] = ['nobody', 'none', 'me', 'me-or-nobody', 'null'];

const composed = (text: string): string => normalized('NFC', text);

/**
 * The form in which names are compared: equal for names that look the same, composed or not, in any case, with any
 * white space.
 */
export function nameKey(name: string): string {
  const folded = /^[ -~]*$/.test(name)
    ? name.toLowerCase()
    : composed(
        composed(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
          .toUpperCase() // ß becomes SS
          .toLowerCase(),
      );
  return folded.replace(/\s+/g, ' ').trim();
}

/** The ways in which one name may be stored: keyboards compose its letters, a file of macOS takes them apart. */
export const writings = (name: string): readonly string[] => [
  ...new Set([name, composed(name), normalized('NFD', name)]),
];

/** Whether a name is one of the reserved words, in any case. */
export const isReserved = (name: string): boolean => reserved.includes(nameKey(name));

/** Whether a text has the form of a person's id. */
export const isPersonId = (text: string): boolean => /^per_[0-9a-f]{32}$/i.test(text);

/**
 * Reads a new name for a person: with composed characters, without surrounding or doubled white space. Throws
 * Refused for a text that is no name, is reserved, or looks like an id.
 */
export function newPersonName(raw: string): string {
  const name = composed(calledName(raw)).replace(/\s+/g, ' ');
  if (isReserved(name))
    throw new Refused(
      'invalid-person-name',
      'This word means nobody, or whoever asks: nobody can be called so.',
    );
  if (/^(per|tok)_/i.test(name))
    throw new Refused(
      'invalid-person-name',
      'A name must not start with per_ or tok_, which are reserved for ids.',
    );
  return name;
}
