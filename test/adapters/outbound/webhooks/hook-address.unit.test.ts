import { describe, expect, it } from 'vitest';
import {
  type HookPolicy,
  makeCheckHookUrl,
  oncePerName,
  parseNetwork,
} from '../../../../src/adapters/outbound/webhooks/hook-address.ts';
import { hostsThatAreNotPublic } from '../../../support/hosts-that-are-not-public.ts';

const production: HookPolicy = { httpsOnly: true, allow: [] };
const checking = (policy: HookPolicy, ...addresses: string[]) =>
  makeCheckHookUrl(policy, async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
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

  it('is kept as it is called', async () => {
    const longest = `https://example.com/${'x'.repeat(2_028)}`;
    const check = checking(production, '93.184.215.14');
    expect(await check(longest)).toBe(longest);
    expect(await check(' HTTPS://Bücher.example:443/a/../b c\n')).toBe('https://xn--bcher-kva.example/b%20c');
  });

  it('needs a name that resolves', async () => {
    const check = makeCheckHookUrl(production, () => Promise.reject(new Error('ENOTFOUND')));
    await expect(check('https://nowhere.example/')).rejects.toThrow('does not resolve');
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
  const results = await Promise.allSettled(names.map(lookup));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  await lookup('crm.example');
  expect(asked).toEqual(['crm.example', 'nowhere.example', 'crm.example']);
});
