import { expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';

it('issues, lists and revokes tokens', async () => {
  const { leads } = commandLine();
  const issue = ['token', 'issue', 'crm-bridge', '--role', 'sales'];
  const plain = await leads([...issue, '--expires', '90d']);
  expect(plain.out).toMatch(/^lead_operator_\w{43}\n$/); // alone, so that it can be piped on
  expect(plain.err).toMatch(
    /^Token tok_\w+ of crm-bridge \(sales\) works until 2026-08-30 .*shown only once/,
  );
  const { token, tokenId, ...issued } = JSON.parse((await leads([...issue, '--json'])).out);
  expect(issued).toMatchObject({ name: 'crm-bridge', role: 'sales', state: 'active' });

  const { tokens } = JSON.parse((await leads(['token', 'list', '--json'])).out);
  expect(tokens).toMatchObject([{ state: 'active' }, { tokenId, state: 'active' }]);
  expect(JSON.stringify(tokens)).not.toMatch(/digest|lead_operator_\w{5}/);
  expect((await leads(['token', 'list'])).out).toContain(token.slice(0, 18));

  expect(await leads(['token', 'revoke', tokenId])).toMatchObject({
    code: 0,
    out: `Revoked ${tokenId} of crm-bridge: it works no longer.\n`,
  });
  const again = JSON.parse((await leads(['token', 'revoke', tokenId, '--json'])).out);
  expect(again).toMatchObject({ tokenId, state: 'revoked' });
});

it('repeats no token that was given in place of an id', async () => {
  const { leads } = commandLine();
  const { out } = await leads(['token', 'issue', 'crm-bridge', '--role', 'viewer']);
  const { code, err } = await leads(['token', 'revoke', out.trim()]);
  expect([code, err]).toEqual([1, 'No token has this id. Run token list: it shows all tokens.\n']);
});

it('needs a role', async () => {
  const { leads } = commandLine();
  expect((await leads(['token', 'issue', 'crm-bridge'])).code).toBe(2);
  expect((await leads(['token', 'issue', 'crm-bridge', '--role', 'owner'])).code).toBe(2);
});
