import * as v from 'valibot';
import { deskRoles } from '#operators/domain/work/desk-role.ts';
import { meaning, optional } from '../fields.ts';
import { operation } from '../operation.ts';
import { list, text } from '../shapes/parts.ts';
import { Token } from '../token-views.ts';
import { deskRole, name, positiveDuration } from '../values.ts';

/** Operations for people alone: no token can issue tokens. */
export const tokenOperations = [
  operation({
    id: 'issueToken',
    method: 'POST',
    path: '/tokens',
    summary: 'Issue a token to a program of yours; it is shown only once',
    body: {
      name: meaning('The program: what it does is recorded as “NAME (token)”.', name),
      role: meaning('What it may do, as somebody with this role at the desk.', deskRole, { enum: deskRoles }),
      ...optional({
        expires: meaning('How long it works: 90d, 12h. By default until it is revoked.', positiveDuration),
      }),
    },
    answer: v.object({ token: text, ...Token.entries }),
    async run({ operator, now, body: { expires: term, ...holder } }) {
      const { text: token, token: issued } = await operator.issueToken({ ...holder, term });
      return { token, ...Token.of(issued, { now }) };
    },
    command: {
      words: 'token issue <name>',
      examples: ['token issue crm-bridge --role sales --expires 90d'],
    },
    said: ({ tokenId, name, role, expires }, { time }) =>
      `Token ${tokenId} of ${name} (${role}) works until ${expires ? time(expires) : 'it is revoked'}. It is shown only once: put it into the settings of that program.`,
  }),
  operation({
    id: 'listTokens',
    method: 'GET',
    path: '/tokens',
    summary: 'List all tokens, the oldest first',
    answer: v.object({ tokens: list(Token) }),
    run: async ({ operator, now }) => ({
      tokens: (await operator.listTokens()).map((each) => Token.of(each, { now })),
    }),
    command: { words: 'token list', examples: ['token list', 'token list --json'] },
  }),
  operation({
    id: 'revokeToken',
    method: 'POST',
    path: '/tokens/{tokenId}/revoke',
    summary: 'Revoke a token for good, everywhere at once',
    answer: Token,
    run: async ({ operator, now, part }) =>
      Token.of(await operator.revokeToken({ tokenId: part('tokenId') }), { now }),
    command: { words: 'token revoke <tokenId>', examples: ['token revoke tok_…'] },
    said: ({ tokenId, name }) => `Revoked ${tokenId} of ${name}: it works no longer.`,
  }),
];
