import type { IssuedKey } from '../../../domain/issued-key.ts';
import type { DeskRole } from './desk-role.ts';
import { operatorName } from './operator-name.ts';

/**
 * The record of a token, with which a program acts for operators. The token's text is not stored and cannot be
 * recovered.
 */
export interface AccessToken extends Omit<IssuedKey, 'replacedBy'> {
  /** The name of the program. Tokens may share a name, so that one can replace another. */
  readonly name: string;
  readonly role: DeskRole;
}

/** Whether the id is a token's, not a person's. */
export const isTokenId = (text: string): boolean => text.startsWith('tok_');

/**
 * Names the program in records: `crm-bridge (token)` cannot be taken for a person. Throws Refused for a text
 * that is no name.
 */
export const tokenActor = (name: string): string => operatorName(`${operatorName(name)} (token)`);
