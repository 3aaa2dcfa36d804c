import type { Collection, Db } from 'mongodb';
import type { AccessToken } from '../../../../domain/work/access-token.ts';

/** A token as stored, under its digest. They are few: by their ids they are found without an index. */
interface StoredAccessToken extends Omit<AccessToken, 'digest'> {
  readonly _id: string;
}

export const accessTokensOf = (db: Db): Collection<StoredAccessToken> =>
  db.collection<StoredAccessToken>('accessTokens');

export const storedAccessToken = ({
  digest,
  id,
  hint,
  name,
  role,
  created,
  expires,
  revoked,
  lastUsed,
}: AccessToken): StoredAccessToken => ({
  _id: digest,
  id,
  hint,
  name,
  role,
  created,
  expires,
  revoked,
  lastUsed,
});

export const accessTokenFrom = ({
  _id,
  id,
  hint,
  name,
  role,
  created,
  expires,
  revoked,
  lastUsed,
}: StoredAccessToken): AccessToken => ({
  digest: _id,
  id,
  hint,
  name,
  role,
  created,
  expires,
  revoked,
  lastUsed,
});
