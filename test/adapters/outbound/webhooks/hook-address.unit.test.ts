import { describe, expect, it } from 'vitest';
import {
  type HookPolicy,
  makeCheckHookUrl,
  parseNetwork,
} from '../../../../src/adapters/outbound/webhooks/hook-address.ts';

const production: HookPolicy = { httpsOnly: true, allow: [] };
const checking = (policy: HookPolicy, ...addresses: string[]) =>
  makeCheckHookUrl(policy, async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
const notPublic = 'The address is not a public one. If it is meant, let HOOK_ALLOW name its network.';

/** Every way to write, embed or reach what is not public. */
const hosts = [
  ...['127.0.0.1', '127.1', '127.255.255.254', '0.0.0.0', '0', '2130706433', '0x7f000001', '017700000001'],
  ...['0177.0.0.1', '127.0.0.1.', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '192.168.255.255', '169.254.169.254', '169.254.170.2', '100.64.0.1', '100.127.255.255'],
  ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '0.1.2.3'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]'],
  ...['[::ffff:0:127.0.0.1]', '[::127.0.0.1]', '[::10.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::10.0.0.1]'],
  ...['[64:ff9b:1::10.0.0.1]', '[2002:7f00:1::]', '[2002:a00:1::]', '[2001:0:7f00:1::]', '[2001:db8::1]'],
  ...['[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2001:10::1]'],
  ...['[2001:20::1]', '[5f00::1]', '[3fff::1]'],
];

describe('in production, a webhook', () => {
  it.each(hosts)('may not be at %s', async (host) => {
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

  it('needs a name that resolves', async () => {
    const check = makeCheckHookUrl(production, () => Promise.reject(new Error('ENOTFOUND')));
    await expect(check('https://nowhere.example/')).rejects.toThrow('does not resolve');
  });
});

it.each(['10.0.0.1', 'x/8', '10.0.0.0/33', ''])('%s is no network', (text) => {
  expect(() => parseNetwork(text)).toThrow();
});
