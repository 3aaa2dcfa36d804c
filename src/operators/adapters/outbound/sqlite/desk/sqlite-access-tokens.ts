import type { AccessTokens } from '#operators/application/ports/outbound/access-tokens.ts';
import type { AccessToken } from '#operators/domain/work/access-token.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { Records, recordShelf } from '../tables/records.ts';

const tokens = new Records<AccessToken>('access_tokens');
export const accessTokenTables = tokens.tables;

/** Tokens of programs in the file. They are few, so a search reads all. */
export class SqliteAccessTokens implements AccessTokens {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  add(token: AccessToken): Promise<void> {
    return this.#file.write((db) => tokens.keep(db, token.id, token));
  }

  async find(digest: string): Promise<AccessToken | undefined> {
    return (await this.all()).find((token) => token.digest === digest);
  }

  all(): Promise<readonly AccessToken[]> {
    return this.#file.read((db) => tokens.all(db));
  }

  revoke(tokenId: string, at: Date): Promise<AccessToken | undefined> {
    return this.#file.write((db) =>
      tokens.change(db, tokenId, (token) => ({ ...token, revoked: token.revoked ?? at })),
    );
  }

  async markUsed(tokenId: string, at: Date): Promise<void> {
    await this.#file.write((db) =>
      tokens.change(db, tokenId, (token) =>
        token.lastUsed && token.lastUsed >= at ? token : { ...token, lastUsed: at },
      ),
    );
  }
}

export const accessTokenShelf = (file: DataFile) => recordShelf(file, tokens);
