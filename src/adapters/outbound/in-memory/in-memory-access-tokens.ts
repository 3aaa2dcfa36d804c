import type { AccessTokens } from '../../../application/operators/ports/outbound/access-tokens.ts';
import type { AccessToken } from '../../../domain/work/access-token.ts';

/** Tokens of programs in a Map: none works any more when the process ends. */
export class InMemoryAccessTokens implements AccessTokens {
  readonly #tokens = new Map<string, AccessToken>();

  async add(token: AccessToken): Promise<void> {
    this.#tokens.set(token.id, token);
  }

  async find(digest: string): Promise<AccessToken | undefined> {
    return [...this.#tokens.values()].find((token) => token.digest === digest);
  }

  async all(): Promise<readonly AccessToken[]> {
    return [...this.#tokens.values()];
  }

  async revoke(tokenId: string, at: Date): Promise<AccessToken | undefined> {
    return this.#change(tokenId, (token) => ({ ...token, revoked: token.revoked ?? at }));
  }

  async markUsed(tokenId: string, at: Date): Promise<void> {
    this.#change(tokenId, (token) =>
      token.lastUsed && token.lastUsed >= at ? token : { ...token, lastUsed: at },
    );
  }

  #change(tokenId: string, change: (token: AccessToken) => AccessToken): AccessToken | undefined {
    const token = this.#tokens.get(tokenId);
    if (!token) return undefined;
    const changed = change(token);
    this.#tokens.set(tokenId, changed);
    return changed;
  }
}
