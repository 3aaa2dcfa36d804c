import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccessTokens } from '../application/operators/ports/outbound/access-tokens.ts';
import type { AccessToken } from '../domain/work/access-token.ts';
import { type ContractOptions, OPERATOR_LIMIT, requireParts } from './contract-options.ts';
import { type Breakable, expectUnavailable } from './unreachable.ts';

/** An empty store of programs' tokens. */
export interface AccessTokensUnderTest extends Breakable {
  readonly accessTokens: AccessTokens;
  /** A second adapter on the same store, as another process would have: it shares nothing else with the first. */
  another?(): Promise<AccessTokens>;
  close?(): Promise<void>;
}

/** What the port `AccessTokens` promises. `open` is called for each test. */
export function accessTokensContract(
  name: string,
  open: () => Promise<AccessTokensUnderTest>,
  { timeout = 30_000, without = [] }: ContractOptions = {},
): void {
  describe(`access tokens contract: ${name}`, { timeout }, () => {
    let under: AccessTokensUnderTest | undefined;
    let tokens: AccessTokens;
    beforeEach(async () => {
      under = undefined;
      under = await open();
      requireParts(under, 'accessTokens');
      tokens = under.accessTokens;
    }, timeout);
    afterEach(() => under?.close?.(), timeout);

    const all = async (from = tokens) =>
      (await from.all()).toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((token) => ({ ...token }));

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
      const other = (await under?.another?.()) ?? tokens;
      await tokens.add(token('a'));
      const uses = Array.from({ length: 20 }, (_, n) => (n % 2 ? other : tokens).markUsed('tok_a', at(n)));
      await Promise.all([...uses, tokens.revoke('tok_a', at(1))]);
      expect(await all()).toEqual([token('a', { revoked: at(1), lastUsed: at(19) })]);
    });

    if (!without.includes('another'))
      it('is revoked at once for another process', async ({ skip }) => {
        const other = await under?.another?.();
        if (!other) return skip('open() offers no another()');
        await tokens.add(token('a'));
        expect(await other.find(digestOf('a'))).toEqual(token('a'));
        await tokens.revoke('tok_a', at(1));
        expect(await other.find(digestOf('a'))).toEqual(token('a', { revoked: at(1) }));
      });

    if (without.includes('breakDown')) return;

    it('is StoreUnavailable while the store cannot be reached, and works again afterwards', async ({
      skip,
    }) => {
      if (!under?.breakDown) return skip('open() offers no breakDown()');
      let count = 0;
      const calls = {
        add: () => {
          count += 1;
          return tokens.add(token(`added ${count}`));
        },
        find: () => tokens.find(digestOf('a')),
        all: () => tokens.all(),
        revoke: () => tokens.revoke('tok_a', at(1)),
        markUsed: () => tokens.markUsed('tok_a', at(1)),
      };
      return expectUnavailable(under, calls, OPERATOR_LIMIT);
    });
  });
}

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
