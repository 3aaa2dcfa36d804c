import type { Collection, Db } from 'mongodb';
import type { AccessTokens } from '#operators/application/ports/outbound/access-tokens.ts';
import type { AccessToken } from '#operators/domain/work/access-token.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';

/** A token as the database has it, under its digest. Tokens are few, so a search by id needs no index. */
interface StoredAccessToken extends Omit<AccessToken, 'digest'> {
  readonly _id: string;
}

export const accessTokensOf = (db: Db): Collection<StoredAccessToken> =>
  db.collection<StoredAccessToken>('accessTokens');

export const storedAccessToken = ({ digest, ...token }: AccessToken): StoredAccessToken => ({
  _id: digest,
  ...token,
});

export const accessTokenFrom = ({ _id, ...token }: StoredAccessToken): AccessToken => ({
  digest: _id,
  ...token,
});

/** Tokens with which programs act for operators, in a collection. */
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
