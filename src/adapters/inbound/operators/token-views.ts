import * as v from 'valibot';
import { keyState } from '../../../domain/intake/issued-key.ts';
import type { AccessToken } from '../../../domain/work/access-token.ts';
import { deskRoles } from '../../../domain/work/desk-role.ts';
import type { Columns } from './list.ts';
import { perhaps, shownAs, text, time } from './shapes/parts.ts';

export const Token = v.object({
  ...{ tokenId: text, name: text, role: v.picklist(deskRoles), hint: text },
  ...{ state: v.picklist(['active', 'replaced', 'expired', 'revoked']), created: time },
  ...{ expires: perhaps(time), revoked: perhaps(time), lastUsed: perhaps(time) },
});

/** Without the digest, which nobody needs to see. */
export const tokenView = (token: AccessToken, now: Date) =>
  shownAs(Token, { ...token, tokenId: token.id, state: keyState(token, now) });

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
