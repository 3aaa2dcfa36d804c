import { keyState } from '../../../domain/intake/issued-key.ts';
import type { AccessToken } from '../../../domain/work/access-token.ts';

/** Without the digest, which nobody needs to see. */
export const tokenView = (token: AccessToken, now: Date) => ({
  tokenId: token.id,
  name: token.name,
  role: token.role,
  hint: token.hint,
  state: keyState(token, now),
  created: token.created,
  expires: token.expires,
  revoked: token.revoked,
  lastUsed: token.lastUsed,
});
