import { deskRoles } from '../../../domain/work/desk-role.ts';
import { meaning, optional, text } from '../operators/fields.ts';
import { tokenColumns, tokenView } from '../operators/tokens.ts';
import { deskRole, name, positiveDuration } from '../operators/values.ts';
import { commanded, tableOf } from './at-terminal.ts';

/** Programs cannot make themselves tokens. */
export const tokenCommands = [
  commanded({
    method: 'POST',
    summary: 'Issue a token to a program of yours; it is shown only once',
    body: {
      name: meaning('The program: what it does is recorded as “NAME (token)”.', name),
      role: meaning('What it may do, as somebody with this role at the desk.', deskRole, { enum: deskRoles }),
      ...optional({
        expires: meaning('How long it works: 90d, 12h. By default until it is revoked.', positiveDuration),
      }),
    },
    async run({ operator, now, body: { expires: term, ...holder } }) {
      const { text: token, token: issued } = await operator.issueToken({ ...holder, term });
      return { token, ...tokenView(issued, now) };
    },
    command: {
      words: 'token issue <name>',
      examples: ['token issue crm-bridge --role sales --expires 90d'],
    },
    secret: {
      field: 'token',
      lost: ({ tokenId }) =>
        `The new token could not be written out and cannot be shown again: revoke ${tokenId}.`,
    },
    said: ({ tokenId, name, role, expires }, { time }) =>
      `Token ${tokenId} of ${name} (${role}) works until ${expires ? time(expires) : 'it is revoked'}. It is shown only once: put it into the settings of that program.`,
  }),
  commanded({
    method: 'GET',
    summary: 'List all tokens, the oldest first',
    run: async ({ operator, now }) => ({
      tokens: (await operator.listTokens()).map((each) => tokenView(each, now)),
    }),
    command: { words: 'token list', examples: ['token list', 'token list --json'] },
    list: tableOf(
      tokenColumns,
      'tokens',
      'There are no tokens yet: issue one with token issue NAME --role ROLE.',
    ),
  }),
  commanded({
    method: 'POST',
    summary: 'Revoke a token for good, everywhere at once',
    body: { tokenId: text('Its id.') },
    run: async ({ operator, now, body }) => tokenView(await operator.revokeToken(body), now),
    command: { words: 'token revoke <tokenId>', examples: ['token revoke tok_…'] },
    said: ({ tokenId, name }) => `Revoked ${tokenId} of ${name}: it works no longer.`,
  }),
];
