import type { IssuedKey } from '../intake/issued-key.ts';
import type { DeskRole } from './desk-role.ts';
import { operatorName } from './operator-name.ts';

/** What is stored of a token, with which a program acts for operators. Its text is not, and cannot be recovered. */
export interface AccessToken extends Omit<IssuedKey, 'replacedBy'> {
  /** Of the program. Several tokens may have the same, so that one can replace another. */
  readonly name: string;
  readonly role: DeskRole;
}

/** Whether it is the id of a token, and of no person. */
export const isTokenId = (text: string): boolean => text.startsWith('tok_');

/** Who acts, for the records: `crm-bridge (token)`, which tells it from a person. Throws Refused unless it is a name. */
export const tokenActor = (name: string): string => operatorName(`${operatorName(name)} (token)`);
