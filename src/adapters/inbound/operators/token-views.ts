import { keyState } from '../../../domain/intake/issued-key.ts';
import type { AccessToken } from '../../../domain/work/access-token.ts';
import type { Columns } from './list.ts';

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

export const tokenColumns = {
  tokenId: { head: 'Token id', in: ['terminal'], value: ({ tokenId }) => tokenId },
  name: { head: 'Name', value: ({ name }) => name },
  role: { head: 'Role', value: ({ role }) => role },
  hint: { head: 'Begins with', value: ({ hint }) => hint },
  state: { head: 'State', value: ({ state }) => state },
  created: { head: 'Created', in: ['terminal'], kind: 'time', value: ({ created }) => created },
  expires: { head: 'Expires', kind: 'time', value: ({ expires }) => expires },
  lastUsed: { head: 'Last used', kind: 'time', value: ({ lastUsed }) => lastUsed },
} as const satisfies Columns<ReturnType<typeof tokenView>>;
