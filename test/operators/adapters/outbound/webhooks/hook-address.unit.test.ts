import { describe, expect, it } from 'vitest';
import {
  type HookPolicy,
  makeCheckHookUrl,
} from '../../../../../src/operators/adapters/outbound/webhooks/hook-address.ts';
import { oncePerName } from '../../../../../src/operators/adapters/outbound/webhooks/look-up.ts';
import { parseNetwork } from '../../../../../src/operators/adapters/outbound/webhooks/network.ts';
import { hostsThatAreNotPublic } from '../../../../support/hosts-that-are-not-public.ts';

const production: HookPolicy = { httpsOnly: true, allow: [] };

/** Of the operator's own webhook, or of a vendor's. Names resolve to the addresses. */
const checking = (policy: HookPolicy, ...addresses: string[]) => {
  const lookup = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const check = makeCheckHookUrl(policy, lookup);
  return (url: string, vendorId?: string) => check(url, vendorId);
};
const notPublic = 'The address is not a public one. If it is meant, let HOOK_ALLOW name its network.';

describe('in production, a webhook', () => {
  it.each(hostsThatAreNotPublic)('may not be at %s', async (host) => {
    await expect(checking(production)(`https://${host}/`)).rejects.toMatchObject({
      reason: 'invalid-hook',
      message: notPublic,
    });
  });

  it.each(['10.0.0.1', '::1', '::ffff:192.168.1.1', 'fd00::1'])(
    'may not have a name that leads to %s, be it among others',
    async (address) => {
      await expect(checking(production, '93.184.215.14', address)('https://example.com/')).rejects.toThrow(
        notPublic,
      );
    },
  );

  it('may be at any public address', async () => {
    await checking(
      production,
      '93.184.215.14',
      '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    )('https://example.com/x?y');
    await checking(production)('https://1.1.1.1:8443/');
    await checking(production)('https://[2606:4700:4700::1111]/');
  });

  it.each([
    ['http://example.com/', 'The address has to begin with https://.'],
    ['ftp://example.com/', 'a complete URL'],
    ['example.com', 'a complete URL'],
    ['https://user:pass@example.com/', 'no user, password or fragment'],
    ['https://example.com/#x', 'no user, password or fragment'],
    [`https://example.com/${'x'.repeat(2_029)}`, 'at most 2,048 characters'],
  ])('may not be at %s', async (url, why) => {
    await expect(checking(production, '93.184.215.14')(url)).rejects.toThrow(why);
  });

  it('may be in a network that is named, by plain http too, and only there', async () => {
    const policy = { httpsOnly: true, allow: ['10.1.0.0/16', 'fd00::/8'].map(parseNetwork) };
    await checking(policy, '10.1.2.3')('http://crm.internal/');
    await checking(policy, 'fd12::1')('https://crm.internal/');
    await checking(policy)('http://[::ffff:10.1.2.3]/');
    await expect(checking(policy, '10.2.0.1')('https://crm.internal/')).rejects.toThrow(notPublic);
    await expect(checking(policy, '10.1.2.3', '93.184.215.14')('http://crm.internal/')).rejects.toThrow(
      'https://',
    );
  });

  it('of a vendor may be in no such network', async () => {
    const policy = { httpsOnly: true, allow: ['10.1.0.0/16', '127.0.0.0/8'].map(parseNetwork) };
    const forVendors = 'The address is not a public one, as that of a vendor’s webhook has to be.';
    await checking(policy, '10.1.2.3')('https://crm.internal/');
    await expect(checking(policy, '10.1.2.3')('https://crm.internal/', 'ven_1')).rejects.toThrow(forVendors);
    for (const host of ['10.1.2.3', '127.0.0.1'])
      await expect(checking(policy)(`https://${host}/`, 'ven_1')).rejects.toThrow(forVendors);
    await checking(policy, '93.184.215.14')('https://crm.example/', 'ven_1');
  });

  it('is kept as it is called', async () => {
    const longest = `https://example.com/${'x'.repeat(2_028)}`;
    const check = checking(production, '93.184.215.14');
    expect(await check(longest)).toBe(longest);
    expect(await check(' HTTPS://Bücher.example:443/a/../b c\n')).toBe('https://xn--bcher-kva.example/b%20c');
  });

  it('needs a name that resolves', async () => {
    const check = makeCheckHookUrl(production, () => Promise.reject(new Error('ENOTFOUND')));
    await expect(check('https://nowhere.example/', undefined)).rejects.toThrow('does not resolve');
  });
});

describe('in a sandbox on this machine, a vendor’s webhook', () => {
  const sandbox = {
    httpsOnly: false,
    allow: ['127.0.0.0/8', '10.0.0.0/8'].map(parseNetwork),
    vendorsHere: true,
  };

  it.each(['127.0.0.1:4000', '127.1', '[::1]:4000', 'localhost:4000', 'api.localhost'])(
    'may be on it, where its address says so: %s',
    async (host) => {
      await checking(sandbox, '127.0.0.1', '::1')(`http://${host}/`, 'ven_1');
      await expect(
        checking({ ...sandbox, vendorsHere: false }, '127.0.0.1')(`http://${host}/`, 'ven_1'),
      ).rejects.toThrow('not a public one');
    },
  );

  it.each(['127.0.0.1', '::1', '10.0.0.1'])('may have no name that leads to %s', async (address) => {
    const check = checking(sandbox, address);
    await expect(check('http://crm.example/', 'ven_1')).rejects.toThrow('not a public one');
    await expect(check('http://localhost.example/', 'ven_1')).rejects.toThrow('not a public one');
  });

  it('may be nowhere else that is not public', async () => {
    for (const host of ['10.0.0.1', '[::ffff:10.0.0.1]', '169.254.169.254'])
      await expect(checking(sandbox)(`http://${host}/`, 'ven_1')).rejects.toThrow('not a public one');
    await checking(sandbox, '93.184.215.14')('http://crm.example/', 'ven_1');
  });
});

it.each(['10.0.0.1', '10/8', '10.1/16', '0x0a.0.0.0/8', 'x/8', '10.0.0.0/33', ''])(
  '%s is no network',
  (text) => {
    expect(() => parseNetwork(text)).toThrow();
  },
);

it('a name is looked up once for all who ask meanwhile, and anew for those who ask later', async () => {
  const asked: string[] = [];
  const lookup = oncePerName(async (name) => {
    asked.push(name);
    if (name === 'nowhere.example') throw new Error('ENOTFOUND');
    return [{ address: '93.184.215.14', family: 4 }];
  });
  const names = ['crm.example', 'crm.example', 'nowhere.example', 'nowhere.example'];
  const results = await Promise.allSettled(names.map((name) => lookup(name, undefined)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  await lookup('crm.example', undefined);
  expect(asked).toEqual(['crm.example', 'nowhere.example', 'crm.example']);
});
