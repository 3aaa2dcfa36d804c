import { newId } from '../../../application/new-id.ts';
import { base62 } from '../../../domain/base62.ts';
import { isUsable, keyState } from '../../../domain/issued-key.ts';
import { Refused } from '../../domain/refused.ts';
import { type AccessToken, tokenActor } from '../../domain/work/access-token.ts';
import type { DeskRole } from '../../domain/work/desk-role.ts';
import { expiryAfter } from '../../domain/work/key-term.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';

/** The beginning of every token, by which secret scanners recognise it. No vendor's key begins so. */
const PREFIX = 'lead_operator_';
const HINT_LENGTH = PREFIX.length + 4;
const MINUTE_MS = 60_000;

/** Everything that operators can do with tokens of programs. */
export interface TokenUseCases {
  readonly issueToken: IssueToken;
  readonly listTokens: ListTokens;
  readonly revokeToken: RevokeToken;
}

/** Issues a token to a program. `term`: milliseconds, up to ten years; `undefined`: the token does not expire. */
export type IssueToken = (order: {
  readonly name: string;
  readonly role: DeskRole;
  readonly term?: number | undefined;
  readonly by: By;
}) => Promise<FreshToken>;

/** A new token. `text` is what the program sends; it is returned this once and stored nowhere. */
export interface FreshToken {
  readonly text: string;
  readonly token: AccessToken;
}

/** Lists all tokens ever issued, oldest first; empty if the store keeps none. */
export type ListTokens = () => Promise<readonly AccessToken[]>;

/** Revokes a token for good, everywhere at once. May be repeated. */
export type RevokeToken = (order: { readonly tokenId: string; readonly by: By }) => Promise<AccessToken>;

export function makeTokenUseCases(ports: AuditPorts & Needs<'accessTokens' | 'digest'>): TokenUseCases {
  const { accessTokens, clock, digest, randomBytes } = ports;
  return {
    async issueToken({ name: given, role, term, by }) {
      if (!accessTokens) throw new Refused('no-tokens', 'This store keeps no tokens.');
      tokenActor(given);
      const name = given.trim();
      const text = PREFIX + base62(randomBytes(32));
      const created = clock();
      const token: AccessToken = {
        id: newId('tok', randomBytes),
        digest: digest(text),
        hint: text.slice(0, HINT_LENGTH),
        name,
        role,
        created,
        expires: term === undefined ? undefined : expiryAfter(term, created),
        revoked: undefined,
        lastUsed: undefined,
      };
      return audited(ports, { by, action: 'token.issue', on: token.id, to: role }, async () => {
        await accessTokens.add(token);
        return { text, token };
      });
    },

    async listTokens() {
      const all = (await accessTokens?.all()) ?? [];
      return all.toSorted((a, b) => a.created.getTime() - b.created.getTime());
    },

    async revokeToken({ tokenId, by }) {
      // Checked before the audit log is written: a mistyped id may be a token.
      const known = (await accessTokens?.all())?.some(({ id }) => id === tokenId);
      if (!accessTokens || !known) throw unknownToken();
      return audited(ports, { by, action: 'token.revoke', on: tokenId }, async () => {
        const revoked = await accessTokens.revoke(tokenId, clock());
        if (!revoked) throw unknownToken();
        return revoked;
      });
    },
  };
}

const unknownToken = (): Refused => new Refused('unknown-token', 'No token has this id.');

/**
 * Resolves to the program that has this token; `undefined` if there is none, or the token no longer works.
 * Throws StoreUnavailable.
 */
export type AuthenticateProgram = (text: string) => Promise<Program | undefined>;

/** A program that acts for operators. */
export interface Program {
  readonly tokenId: string;
  /** The program's name for the records, which is never a person's. */
  readonly name: string;
  readonly role: DeskRole;
}

/**
 * Looks the token up each time, so that a revocation counts at once. Records the last use in the background,
 * once a minute.
 */
export const makeAuthenticateProgram =
  ({ accessTokens, digest, clock }: Needs<'accessTokens' | 'digest' | 'clock'>): AuthenticateProgram =>
  async (text) => {
    if (!accessTokens || !text.startsWith(PREFIX)) return undefined;
    const token = await accessTokens.find(digest(text));
    const now = clock();
    if (!token || !isUsable(keyState(token, now))) return undefined;
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
    if (!token.lastUsed || token.lastUsed < minute) accessTokens.markUsed(token.id, minute).catch(() => {}); // the next use tries again
    return { tokenId: token.id, name: tokenActor(token.name), role: token.role };
  };
