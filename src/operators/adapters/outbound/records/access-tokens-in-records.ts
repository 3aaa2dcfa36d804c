import type { AccessTokens } from '#operators/application/ports/outbound/access-tokens.ts';
import type { AccessToken } from '#operators/domain/work/access-token.ts';
import type { Records } from './records.ts';

/** Tokens with which programs act for operators. */
export class AccessTokensInRecords implements AccessTokens {
  readonly #records: Records<AccessToken>;

  constructor(records: Records<AccessToken>) {
    this.#records = records;
  }

  add(token: AccessToken): Promise<void> {
    return this.#records.keep(token);
  }

  find(digest: string): Promise<AccessToken | undefined> {
    return this.#records.find({ digest });
  }

  all(): Promise<readonly AccessToken[]> {
    return this.#records.all();
  }

  revoke(id: string, at: Date): Promise<AccessToken | undefined> {
    return this.#records.change({ id }, (token) => ({ ...token, revoked: token.revoked ?? at }));
  }

  async markUsed(id: string, at: Date): Promise<void> {
    await this.#records.change({ id }, (token) =>
      token.lastUsed && token.lastUsed >= at ? token : { ...token, lastUsed: at },
    );
  }
}
