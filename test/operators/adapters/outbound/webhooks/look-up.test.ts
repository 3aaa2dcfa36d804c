import { lookup as systemLookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { makeLookUp } from '../../../../../src/operators/adapters/outbound/webhooks/look-up.ts';
import { startNameServer } from '../../../../support/name-server.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Names that begin with `silent` are never answered for, those that end with `.example` have an address. */
async function lookingUp() {
  const server = await startNameServer((name) =>
    name.startsWith('silent') ? 'silence' : name.endsWith('.example') ? { address: '192.0.2.7' } : 'NXDOMAIN',
  );
  closing.push(server.close);
  return { server, lookUp: makeLookUp([server.address]) };
}

/** What `/etc/hosts` says of this machine on most machines. */
const ownAddresses = await systemLookup(hostname(), { all: true }).catch(() => undefined);

const found = [{ address: '192.0.2.7', family: 4 }];

describe.each([
  ['a vendor’s', 'ven_1'],
  ['the operator’s own', undefined],
])('the name of a receiver, %s,', (_whose, vendorId) => {
  it('is asked of the name servers', async () => {
    const { lookUp } = await lookingUp();
    expect(await lookUp('crm.example', vendorId)).toEqual(found);
  });

  it('is asked anew each time: it may lead elsewhere by then', async () => {
    const { server, lookUp } = await lookingUp();
    await lookUp('crm.example', vendorId);
    server.answer = { address: '192.0.2.8' };
    expect(await lookUp('crm.example', vendorId)).toEqual([{ address: '192.0.2.8', family: 4 }]);
  });

  it('holds nobody up if no name server answers for it, and is given up', async () => {
    const { lookUp } = await lookingUp();
    const started = performance.now();
    const silent = Array.from({ length: 8 }, (_, n) => lookUp(`silent${n}.example`, vendorId));
    const outcomes = Promise.allSettled(silent);
    expect(await lookUp('crm.example', vendorId)).toEqual(found);
    await systemLookup(hostname()).catch(() => {}); // as MongoDB's driver does
    expect(performance.now() - started).toBeLessThan(1_000);
    expect((await outcomes).map(({ status }) => status)).toEqual(silent.map(() => 'rejected'));
    expect(performance.now() - started).toBeLessThan(7_000);
  }, 15_000);

  it.each(['localhost', 'api.localhost'])(
    'is this machine if it is %s, and nobody is asked',
    async (name) => {
      const { server, lookUp } = await lookingUp();
      const addresses = await lookUp(name, vendorId);
      expect(addresses.map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
      expect(server.asked).toEqual([]);
    },
  );
});

describe.skipIf(!ownAddresses)('a name that only this machine knows', () => {
  it('is found for the operator’s own, and not for a vendor’s', async () => {
    const { lookUp } = await lookingUp();
    expect(await lookUp(hostname(), undefined)).toEqual(ownAddresses);
    await expect(lookUp(hostname(), 'ven_1')).rejects.toThrow('ENOTFOUND');
  });
});
