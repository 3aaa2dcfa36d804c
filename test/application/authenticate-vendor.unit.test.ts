import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../../src/adapters/outbound/static-keys/static-keys.ts';
import { makeAuthenticateVendor } from '../../src/application/authenticate-vendor.ts';
import { StoreUnavailable } from '../../src/application/ports/outbound/store.ts';
import { days, inMemoryOperator } from '../support/in-memory-operator.ts';

const by = 'grace';

async function setUp() {
  const parts = inMemoryOperator();
  const { vendors, clock, operator } = parts;
  const lookUps: string[] = [];
  const uses: string[] = [];
  const store = { down: false };
  const issued = {
    find: async (digest: string) => {
      lookUps.push(digest);
      if (store.down) throw new StoreUnavailable('down');
      return vendors.find(digest);
    },
  };
  const configured = StaticKeys.parse('demo:sesame');
  const recordUse = (keyId: string) => void uses.push(keyId);
  const authenticate = makeAuthenticateVendor({ configured, issued, recordUse, digest: sha256, clock });
  await operator.addVendor({ name: 'Acme', by });
  return { ...parts, authenticate, lookUps, uses, store };
}

describe('authenticating a vendor', () => {
  it('accepts configured and issued keys, and notes the use of an issued one', async () => {
    const { authenticate, operator, uses } = await setUp();
    const { text, key, vendor } = await operator.issueKey({ vendor: 'Acme', term: days(1), by });
    expect(await authenticate('sesame')).toEqual({ vendor: { id: 'static:demo', name: 'demo' } });
    expect(await authenticate(text)).toEqual({
      vendor: { id: vendor.id, name: 'Acme' },
      keyId: key.id,
      keyExpires: key.expires,
    });
    expect(uses).toEqual([key.id]);
  });

  it('refuses a malformed key without asking the store', async () => {
    const { authenticate, lookUps, store } = await setUp();
    store.down = true;
    for (const text of ['', 'sesam', 'lead_live_', `lead_test_${'a'.repeat(39)}`]) {
      expect(await authenticate(text)).toBeUndefined();
    }
    expect(lookUps).toEqual([]);
  });

  it('fails with StoreUnavailable if the store is down, except for configured keys', async () => {
    const { authenticate, operator, store } = await setUp();
    const { text } = await operator.issueKey({ vendor: 'Acme', by });
    store.down = true;
    await expect(authenticate(text)).rejects.toThrow(StoreUnavailable);
    expect(await authenticate('sesame')).toBeDefined();
  });

  it('refuses a key from the exact time of its expiry', async () => {
    const { authenticate, operator, time, uses } = await setUp();
    const { text } = await operator.issueKey({ vendor: 'Acme', term: 5_000, by });
    time.now += 4_999;
    expect(await authenticate(text)).toBeDefined();
    time.now += 1;
    await expect(authenticate(text)).rejects.toMatchObject({ name: 'UnusableKey', state: 'expired' });
    expect(uses).toHaveLength(1);
  });

  it('refuses a revoked key', async () => {
    const { authenticate, operator, uses } = await setUp();
    const { text, key, vendor } = await operator.issueKey({ vendor: 'Acme', by });
    await operator.revokeKey({ keyId: key.id, by });
    const told = { state: 'revoked', keyId: key.id, vendor: { id: vendor.id, name: 'Acme' } };
    await expect(authenticate(text)).rejects.toMatchObject(told);
    expect(uses).toEqual([]);
  });

  it('reports when a replaced key expires; until then both keys work', async () => {
    const { authenticate, operator, time } = await setUp();
    const old = await operator.issueKey({ vendor: 'Acme', by });
    const fresh = await operator.rotateKey({ keyId: old.key.id, overlap: days(7), by });
    const ends = new Date(time.now + days(7));
    expect(await authenticate(old.text)).toMatchObject({ keyExpires: ends });
    expect((await authenticate(fresh.text))?.keyExpires).toBeUndefined();
    time.now += days(7);
    await expect(authenticate(old.text)).rejects.toMatchObject({ state: 'expired', keyId: old.key.id });
    expect(await authenticate(fresh.text)).toBeDefined();
  });
});
