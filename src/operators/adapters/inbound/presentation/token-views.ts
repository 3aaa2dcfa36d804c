import * as v from 'valibot';
import type { AccessToken } from '#operators/domain/work/access-token.ts';
import { deskRoles } from '#operators/domain/work/desk-role.ts';
import { keyState } from '../../../../domain/issued-key.ts';
import type { Columns } from './list.ts';
import { perhaps, text, time } from './shapes/parts.ts';
import { json, viewOf } from './view.ts';

/** A token without its digest, which nobody needs to see. */
export const Token = viewOf<AccessToken, { readonly now: Date }>()({
  tokenId: json(text, ({ id }) => id),
  name: text,
  role: v.picklist(deskRoles),
  hint: text,
  state: json(v.picklist(['active', 'replaced', 'expired', 'revoked']), (token, { now }) =>
    keyState(token, now),
  ),
  created: time,
  expires: perhaps(time),
  revoked: perhaps(time),
  lastUsed: perhaps(time),
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
} as const satisfies Columns<ReturnType<typeof Token.of>>;
