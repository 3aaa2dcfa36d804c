import { beforeEach, expect, it } from 'vitest';
import type { AccessTokens } from '../src/operators/application/ports/outbound/access-tokens.ts';
import type { AccessToken } from '../src/operators/domain/work/access-token.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { byId } from './samples.ts';

/** An empty store of programs' tokens. */
export interface AccessTokensUnderTest extends UnderTest<AccessTokens> {
  readonly accessTokens: AccessTokens;
}

/** Tests all that the port `AccessTokens` promises. `open` is called for each test. */
export const accessTokensContract = contractOf<AccessTokensUnderTest>(['accessTokens'], (suite) => {
  let tokens: AccessTokens;
  beforeEach(() => {
    tokens = suite.current().accessTokens;
  });

  const all = async (from = tokens) => byId(await from.all()).map((token) => ({ ...token }));

  it('finds what was added under exactly its digest', async () => {
    const one = token('a', { name: 'crm 😀', role: 'admin', expires: at(9) });
    for (const each of [token('b'), one]) await tokens.add(each);
    expect(await tokens.find(one.digest)).toEqual(one);
    for (const other of ['', 'a', one.id, one.digest.toUpperCase(), `${one.digest} `])
      expect([other, await tokens.find(other)]).toEqual([other, undefined]);
    expect(await all()).toEqual([one, token('b')]);
  });

  it('revokes one, and no other, for good', async () => {
    for (const text of ['a', 'b']) await tokens.add(token(text));
    const revoked = token('a', { revoked: at(5) });
    expect(await tokens.revoke('tok_a', at(5))).toEqual(revoked);
    expect(await tokens.revoke('tok_a', at(7)), 'it was revoked before').toEqual(revoked);
    await tokens.markUsed('tok_a', at(6));
    expect(await all()).toEqual([{ ...revoked, lastUsed: at(6) }, token('b')]);
    for (const unknown of ['tok_c', '', 'TOK_a', digestOf('a')])
      expect([unknown, await tokens.revoke(unknown, at(8))]).toEqual([unknown, undefined]);
  });

  it('moves the last use forward, never back', async () => {
    for (const text of ['a', 'b']) await tokens.add(token(text));
    for (const minute of [3, 5, 4]) await tokens.markUsed('tok_a', at(minute));
    await tokens.markUsed('tok_c', at(9));
    expect(await all()).toEqual([token('a', { lastUsed: at(5) }), token('b')]);
  });

  it('stays revoked, however many uses are recorded at once', async () => {
    const other = (await suite.current().another?.()) ?? tokens;
    await tokens.add(token('a'));
    const uses = Array.from({ length: 20 }, (_, n) => (n % 2 ? other : tokens).markUsed('tok_a', at(n)));
    await Promise.all([...uses, tokens.revoke('tok_a', at(1))]);
    expect(await all()).toEqual([token('a', { revoked: at(1), lastUsed: at(19) })]);
  });

  suite.shared('is revoked at once for another process', async (other) => {
    await tokens.add(token('a'));
    expect(await other.find(digestOf('a'))).toEqual(token('a'));
    await tokens.revoke('tok_a', at(1));
    expect(await other.find(digestOf('a'))).toEqual(token('a', { revoked: at(1) }));
  });

  suite.unreachable(async () => {
    let count = 0;
    return {
      add: () => {
        count += 1;
        return tokens.add(token(`added ${count}`));
      },
      find: () => tokens.find(digestOf('a')),
      all: () => tokens.all(),
      revoke: () => tokens.revoke('tok_a', at(1)),
      markUsed: () => tokens.markUsed('tok_a', at(1)),
    };
  });
});

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 25, 10, minute));

const digestOf = (text: string): string => Buffer.from(text.padEnd(32, '~')).toString('hex');

const token = (text: string, given: Partial<AccessToken> = {}): AccessToken => ({
  id: `tok_${text}`,
  digest: digestOf(text),
  hint: `lead_operator_${text}`,
  name: 'crm-bridge',
  role: 'sales',
  created: at(0),
  expires: undefined,
  revoked: undefined,
  lastUsed: undefined,
  ...given,
});
