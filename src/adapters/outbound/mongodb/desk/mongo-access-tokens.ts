import type { AccessTokens } from '../../../../application/operators/ports/outbound/access-tokens.ts';
import type { AccessToken } from '../../../../domain/work/access-token.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { operatorRead, operatorWrite } from '../connection/write-each.ts';
import { accessTokenFrom, accessTokensOf, storedAccessToken } from './stored-access-token.ts';

/** The tokens with which programs act for operators, in a collection. */
export class MongoAccessTokens implements AccessTokens {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async add(token: AccessToken): Promise<void> {
    await this.#connection.use((db) => accessTokensOf(db).insertOne(storedAccessToken(token), operatorWrite));
  }

  find(digest: string): Promise<AccessToken | undefined> {
    return this.#connection.use(async (db) => {
      const stored = await accessTokensOf(db).findOne({ _id: { $eq: digest } }, operatorRead);
      return stored ? accessTokenFrom(stored) : undefined;
    });
  }

  all(): Promise<readonly AccessToken[]> {
    return this.#connection.use(async (db) =>
      (await accessTokensOf(db).find({}, operatorRead).toArray()).map(accessTokenFrom),
    );
  }

  revoke(tokenId: string, at: Date): Promise<AccessToken | undefined> {
    return this.#connection.use(async (db) => {
      const stored = await accessTokensOf(db).findOneAndUpdate(
        { id: { $eq: tokenId } },
        { $min: { revoked: at } },
        { ...operatorWrite, returnDocument: 'after' },
      );
      return stored ? accessTokenFrom(stored) : undefined;
    });
  }

  async markUsed(tokenId: string, at: Date): Promise<void> {
    await this.#connection.use((db) =>
      accessTokensOf(db).updateOne({ id: { $eq: tokenId } }, { $max: { lastUsed: at } }, operatorWrite),
    );
  }
}
