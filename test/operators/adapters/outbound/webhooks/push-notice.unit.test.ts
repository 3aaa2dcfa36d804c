import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { encrypted } from '../../../../../src/operators/adapters/outbound/webhooks/encryption.ts';
import { isPair, newPushKeys } from '../../../../../src/operators/adapters/outbound/webhooks/push-keys.ts';
import {
  makeCheckSubscription,
  makePushNotice,
} from '../../../../../src/operators/adapters/outbound/webhooks/push-notice.ts';
import { aDevice } from '../../../../../suites/subscriptions-contract.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/**
 * What http_ece 1.2.1 of Python makes of a text: `http_ece.encrypt(text.encode(), salt=salt, private_key=sender,
 * dh=p256dh, auth_secret=auth, version='aes128gcm')`, all but the text read from base64url. The first: RFC 8291, appendix A.
 */
const vectors = [
  {
    ...{ text: 'When I grow up, I want to be a watermelon', salt: 'DGv6ra1nlYgDCS1FRnbzlw', ...aDevice('a') },
    sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    made: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  },
  {
    text: '{"tag":"lead-1","title":"A new lead","body":"2021 Škoda Octavia · Sell · Blue Motors","isNews":true}',
    p256dh: 'BLZi6Ni2Glcf6X9SNN8ObS_CEeVC6W0tqJ2-2W3JQ46GEUFs_jQVU5M9Gnwzc0pgObVTOBwb-Zegr_H7wiRqOuQ',
    ...{ auth: 'vfScPDiCEC_AF_-2YRCMYw', salt: 'Y0ea1poJCyWCd-yPum-ZQQ' },
    sender: 'CjZ7ks8LA339iZYO6DLVb3_BUWgbtB5TaQ53b1eGmYo',
    made: 'Y0ea1poJCyWCd-yPum-ZQQAAEABBBCjxEbDORMS-dYGwe8qTGfFzSvmqzC0zIdaYpWESfcZixagOMQrAvkaFNqHMboPo-sSuRRU6CNXXKfdnztNMS6COic4fNwuykfLvopHQ3e5MNZWAniqqXNWRutexGPklbbJ3PsId_74J9DovVIQUllJkbuf1lVRE8DBl_wvNPb6VIG_to4QYyKZmZYzlDd_EuDbFJJW-byzatuqJioc_tkEL08_wYVJi7QsnzOYZOETdB7GnQ0nw9n8',
  },
];

it('encrypts to the byte as another language does', () => {
  for (const { text, sender, salt, made, ...keys } of vectors) {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(bytes(sender));
    expect(encrypted(text, keys, pair, bytes(salt)).toString('base64url')).toBe(made);
  }
});

it('proves to each push service who sends, and says what it may keep', async () => {
  const keys = { ...newPushKeys(), subject: 'mailto:it@example.com' };
  const sent: Record<string, string>[] = [];
  const push = makePushNotice(async ({ vendorId }, ask) => {
    expect(vendorId, 'no address of the operator’s own network').toBeDefined();
    sent.push(Object.fromEntries((await ask()).headers));
    return { status: 201, error: undefined, retryAfter: undefined, answer: undefined };
  }, keys);
  const tag = '01900000-0000-7000-8000-0123456789ab';
  const device = aDevice('a', { endpoint: 'https://push.example:8443/send/abc?x=1' });
  for (const title of ['A new lead', undefined]) await push(device, { notice: { tag, title }, ttl: 60 });
  const topic = '019000000000700080000123456789ab';
  const kept = { 'content-encoding': 'aes128gcm', ttl: '60', topic };
  expect(sent).toMatchObject([
    { ...kept, urgency: 'high' },
    { ...kept, urgency: 'normal' },
  ]);
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(sent[0]?.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { aud, sub, exp } = JSON.parse(bytes(claims).toString());
  expect([key, aud, sub]).toEqual([keys.publicKey, 'https://push.example:8443', keys.subject]);
  expect(exp * 1_000 - Date.now()).toBeLessThan(24 * 3_600_000);
  const [x, y] = [
    bytes(keys.publicKey).toString('base64url', 1, 33),
    bytes(keys.publicKey).toString('base64url', 33),
  ];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, bytes(signature))).toBe(true);
});

it('takes only keys of a browser, and of the settings only a pair', async () => {
  const check = makeCheckSubscription(async (url) => url);
  const { endpoint, p256dh, auth } = aDevice('a');
  await check({ endpoint, p256dh, auth });
  const offCurve = `${p256dh.slice(0, -4)}AAAA`;
  const others = [
    { p256dh: '' },
    { p256dh: offCurve },
    { p256dh: `${p256dh}!` },
    { p256dh: auth },
    { auth: 'AA' },
  ];
  for (const wrong of others)
    await expect(check({ endpoint, p256dh, auth, ...wrong })).rejects.toThrow('not those of a browser');
  const [one, other] = [newPushKeys(), newPushKeys()];
  const pairs = [one.privateKey, other.privateKey, 'AA'].map((key) => isPair(one.publicKey, key));
  expect(pairs).toEqual([true, false, false]);
  const lengths = Array.from({ length: 2_000 }, () => newPushKeys().privateKey.length);
  expect(new Set(lengths), 'also of a key that begins with zeros').toEqual(new Set([43]));
});
