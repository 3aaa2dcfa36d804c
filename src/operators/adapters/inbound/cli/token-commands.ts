import { type Token, tokenColumns } from '../presentation/token-views.ts';
import { atTerminal, tableOf } from './at-terminal.ts';

export const tokensAtTerminal = {
  issueToken: atTerminal<ReturnType<typeof Token.of> & { readonly token: string }>({
    secret: {
      field: 'token',
      lost: ({ tokenId }) =>
        `The new token could not be written out and cannot be shown again: revoke ${tokenId}.`,
    },
  }),
  listTokens: atTerminal({
    list: tableOf(
      tokenColumns,
      'tokens',
      'There are no tokens yet: issue one with token issue NAME --role ROLE.',
    ),
  }),
};
