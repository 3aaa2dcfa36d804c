import { beforeEach, expect, it } from 'vitest';
import type { VendorDirectory } from '../src/operators/application/ports/outbound/vendor-directory.ts';
import { addKey, openAccount, revokeKey, rotateKey } from '../src/operators/domain/work/vendor-account.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { inexact, lookalikeIds } from './lookalikes.ts';
import { someKey as key } from './operator-samples.ts';

const minute = (n: number): Date => new Date(Date.UTC(2026, 0, 1, 0, n));

/** An empty directory of vendors. */
export interface VendorDirectoryUnderTest extends UnderTest<VendorDirectory> {
  readonly vendors: VendorDirectory;
}

/** Tests all that the port `VendorDirectory` promises. `open` is called for each test. */
export const vendorDirectoryContract = contractOf<VendorDirectoryUnderTest>(['vendors'], (suite) => {
  let vendors: VendorDirectory;
  beforeEach(() => {
    vendors = suite.current().vendors;
  });
  const acme = openAccount('ven_1', 'Acme', minute(0));
  const blue = openAccount('ven_2', 'Blue Motors', minute(1));

  it('finds an account by its id and by its exact name', async () => {
    expect(await vendors.add(acme)).toBe('added');
    expect(await vendors.account('ven_1')).toEqual(acme);
    expect(await vendors.account('Acme')).toEqual(acme);
    for (const other of ['acme', 'Acme ', 'A', '', 'ven_2'])
      expect(await vendors.account(other), inexact).toBeUndefined();
  });

  it('is exact about ids, keys and digests: any text, compared character by character', async () => {
    for (const [n, id] of lookalikeIds.entries()) {
      expect(await vendors.add(openAccount(id, `Vendor ${n}`, minute(n)))).toBe('added');
      await vendors.changeKeys(id, (account) => addKey(account, key(id)));
    }
    for (const [n, id] of lookalikeIds.entries()) await vendors.markUsed(id, minute(n));
    for (const [n, id] of lookalikeIds.entries()) {
      const account = { id, keys: [{ id, lastUsed: minute(n) }] };
      expect(await vendors.account(id), inexact).toMatchObject(account);
      expect(await vendors.holderOf(id), inexact).toMatchObject(account);
      expect(await vendors.find(`digest of ${id}`), inexact).toMatchObject({ id, vendor: { id } });
    }
  });

  it('lists accounts in the order of their names', async () => {
    await vendors.add(blue);
    await vendors.add(acme);
    expect(await vendors.accounts()).toEqual([acme, blue]);
  });

  it('prefers an id to a name', async () => {
    await vendors.add({ ...openAccount('ven_2', 'Other', minute(0)), name: 'ven_1' });
    await vendors.add(acme);
    const cause = 'a name may look like an id: a match by id goes first';
    expect((await vendors.account('ven_1'))?.id, cause).toBe('ven_1');
  });

  it('keeps one account per name, however many are added at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => vendors.add(openAccount(`ven_${n}`, 'Acme', minute(0)))),
    );
    const cause = 'one name has several accounts: make the name unique in the store';
    expect(outcomes.filter((outcome) => outcome === 'added').length, cause).toBe(1);
    expect((await vendors.accounts()).length, cause).toBe(1);
  });

  it('keeps everything about a key, and finds its holder', async () => {
    await vendors.add(acme);
    await vendors.add(blue);
    const full = key('b', {
      expires: minute(9),
      revoked: minute(8),
      replacedBy: 'a',
      lastUsed: minute(7),
    });
    await vendors.changeKeys('ven_1', (account) => addKey(addKey(account, key('a')), full));
    const expected = { ...acme, keys: [key('a'), full] };
    const cause = 'a key was not kept as it was given: every field, and in the order given';
    expect(await vendors.account('Acme'), cause).toEqual(expected);
    expect(await vendors.holderOf('b'), cause).toEqual(expected);
    expect(await vendors.holderOf('c')).toBeUndefined();
  });

  it('returns whose key a digest belongs to, and what decides whether it works', async () => {
    await vendors.add(acme);
    await vendors.changeKeys('ven_1', (account) =>
      rotateKey(addKey(account, key('a')), 'a', key('b'), minute(5)),
    );
    const vendor = { id: 'ven_1', name: 'Acme' };
    const [a, b] = [await vendors.find('digest of a'), await vendors.find('digest of b')];
    expect(a).toMatchObject({ vendor, id: 'a', expires: minute(5) });
    expect(b).toMatchObject({ vendor, id: 'b' });
    expect([a?.revoked, b?.revoked]).toEqual([undefined, undefined]);
    expect(await vendors.find('digest of c')).toBeUndefined();
  });

  it('answers many different digests at once, each with its own key', async () => {
    await vendors.add(acme);
    await vendors.add(blue);
    await vendors.changeKeys('ven_1', (account) => addKey(addKey(account, key('a')), key('b')));
    await vendors.changeKeys('ven_2', (account) => addKey(account, key('c')));
    const ids = ['a', 'x', 'b', 'c', 'y', 'a'];
    const found = await Promise.all(ids.map((id) => vendors.find(`digest of ${id}`)));
    const cause = 'calls at the same time got each other’s results: keep each call’s own';
    expect(
      found.map((known) => known?.id),
      cause,
    ).toEqual(['a', undefined, 'b', 'c', undefined, 'a']);
    expect(found.map((known) => known?.vendor.id)).toEqual([
      'ven_1',
      undefined,
      'ven_1',
      'ven_2',
      undefined,
      'ven_1',
    ]);
  });

  it('tells when a key was revoked', async () => {
    await vendors.add(acme);
    await vendors.changeKeys('ven_1', (account) => addKey(addKey(account, key('a')), key('b')));
    const changed = await vendors.changeKeys('ven_1', (account) => revokeKey(account, 'a', minute(3)));
    expect(changed).toEqual(await vendors.account('ven_1'));
    expect(await vendors.find('digest of a')).toMatchObject({ id: 'a', revoked: minute(3) });
    expect((await vendors.find('digest of b'))?.revoked).toBeUndefined();
  });

  it('loses no key when many are added and used at once', async () => {
    await vendors.add(acme);
    const ids = Array.from({ length: 12 }, (_, n) => `key_${n}`);
    await Promise.all([
      ...ids.map((id) => vendors.changeKeys('ven_1', (account) => addKey(account, key(id)))),
      ...ids.map((id) => vendors.markUsed(id, minute(1))),
    ]);
    const kept = await vendors.account('ven_1');
    const cause = 'a key was lost: write only if the account is still as it was read';
    expect(kept?.keys.map(({ id }) => id).toSorted(), cause).toEqual(ids.toSorted());
  });

  it('writes nothing if the change throws, and returns nothing for an unknown account', async () => {
    await vendors.add(acme);
    const refusal = new Error('no');
    const refuse = () => {
      throw refusal;
    };
    await expect(vendors.changeKeys('ven_1', refuse)).rejects.toBe(refusal);
    const cause = 'something was written although the change threw';
    expect(await vendors.account('ven_1'), cause).toEqual(acme);
    expect(await vendors.changeKeys('ven_9', (account) => account)).toBeUndefined();
  });

  it('moves the last use of a key forward, and never back', async () => {
    await vendors.add(acme);
    await vendors.changeKeys('ven_1', (account) => addKey(addKey(account, key('a')), key('b')));
    for (const n of [2, 5, 3]) await vendors.markUsed('b', minute(n));
    await vendors.markUsed('nobody', minute(2));
    const kept = await vendors.account('ven_1');
    const cause = 'a use that is told late moved the last use back: keep the later time';
    expect(
      kept?.keys.map(({ lastUsed }) => lastUsed),
      cause,
    ).toEqual([undefined, minute(5)]);
  });

  suite.shared('keeps every change in the store, where another process finds it', async (other) => {
    await vendors.add(acme);
    await vendors.changeKeys('ven_1', (account) => addKey(account, key('a')));
    await vendors.markUsed('a', minute(5));
    const cause = 'another process does not find it: it was kept in the adapter alone, or remembered';
    expect(await other.account('Acme'), cause).toEqual(await vendors.account('Acme'));
    expect(await other.find('digest of a')).toMatchObject({ id: 'a' });
    await vendors.changeKeys('ven_1', (account) => revokeKey(account, 'a', minute(6)));
    expect(await other.find('digest of a'), cause).toMatchObject({ revoked: minute(6) });
    expect(await other.add({ ...blue, name: 'Acme' }), cause).toBe('name-taken');
  });

  suite.unreachable(async () => {
    await vendors.add(acme);
    return {
      find: () => vendors.find('digest of a'),
      account: () => vendors.account('ven_1'),
      holderOf: () => vendors.holderOf('a'),
      accounts: () => vendors.accounts(),
      add: () => vendors.add(blue),
      changeKeys: () => vendors.changeKeys('ven_1', (account) => account),
      markUsed: () => vendors.markUsed('a', minute(1)),
    };
  });
});
