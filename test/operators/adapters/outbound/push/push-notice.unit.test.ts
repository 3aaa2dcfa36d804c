import { createECDH, createHash, createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { encrypted } from '../../../../../src/operators/adapters/outbound/push/encryption.ts';
import { isPair, newPushKeys } from '../../../../../src/operators/adapters/outbound/push/push-keys.ts';
import {
  makeCheckSubscription,
  makePushNotice,
} from '../../../../../src/operators/adapters/outbound/push/push-notice.ts';
import { aDevice } from '../../../../../src/testing/subscriptions-contract.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

function pairOf(privateKey: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes(privateKey));
  return pair;
}

/**
 * What http_ece 1.2.1 of Python makes of a text: `http_ece.encrypt(text.encode(), salt=salt, private_key=sender,
 * dh=p256dh, auth_secret=auth, version='aes128gcm')`, all but the text decoded from base64url.
 */
const vectors = [
  {
    text: 'When I grow up, I want to be a watermelon', // RFC 8291, appendix A
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    salt: 'DGv6ra1nlYgDCS1FRnbzlw',
    made: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  },
  {
    text: '{"tag":"lead-1","title":"A new lead","body":"2021 Škoda Octavia · Sell · Blue Motors","isNews":true}',
    p256dh: 'BLZi6Ni2Glcf6X9SNN8ObS_CEeVC6W0tqJ2-2W3JQ46GEUFs_jQVU5M9Gnwzc0pgObVTOBwb-Zegr_H7wiRqOuQ',
    auth: 'vfScPDiCEC_AF_-2YRCMYw',
    sender: 'CjZ7ks8LA339iZYO6DLVb3_BUWgbtB5TaQ53b1eGmYo',
    salt: 'Y0ea1poJCyWCd-yPum-ZQQ',
    made: 'Y0ea1poJCyWCd-yPum-ZQQAAEABBBCjxEbDORMS-dYGwe8qTGfFzSvmqzC0zIdaYpWESfcZixagOMQrAvkaFNqHMboPo-sSuRRU6CNXXKfdnztNMS6COic4fNwuykfLvopHQ3e5MNZWAniqqXNWRutexGPklbbJ3PsId_74J9DovVIQUllJkbuf1lVRE8DBl_wvNPb6VIG_to4QYyKZmZYzlDd_EuDbFJJW-byzatuqJioc_tkEL08_wYVJi7QsnzOYZOETdB7GnQ0nw9n8',
  },
];

it('encrypts to the byte as another language does', () => {
  for (const { text, p256dh, auth, sender, salt, made } of vectors)
    expect(encrypted(text, { p256dh, auth }, pairOf(sender), bytes(salt)).toString('base64url')).toBe(made);
  const [, { p256dh, auth, sender, salt } = {} as never] = vectors;
  const long = encrypted('ü'.repeat(1_500), { p256dh, auth }, pairOf(sender), bytes(salt));
  expect([long.length, createHash('sha256').update(long).digest('hex')]).toEqual([
    ...[3_103, '6b8dc4c8930934860bd06abfe854e5655771989b9d941558bb3196656c61da21'],
  ]);
});

it('proves to each push service who sends, and says what it may keep', async () => {
  const keys = { ...newPushKeys(), subject: 'mailto:it@example.com' };
  const sent: { url: string; headers: Map<string, string> }[] = [];
  const push = makePushNotice(async ({ url, vendorId }, ask) => {
    expect(vendorId, 'no address of the operator’s own network').toBeDefined();
    sent.push({ url, ...(await ask()) });
    return { status: 201, error: undefined, retryAfter: undefined, answer: undefined };
  }, keys);
  const tag = '01900000-0000-7000-8000-0123456789ab';
  const device = aDevice('a', { endpoint: 'https://push.example:8443/send/abc?x=1' });
  await push(device, { notice: { tag, title: 'A new lead' }, ttl: 60 });
  await push(device, { notice: { tag }, ttl: 60 });
  const [news, over] = sent.map(({ headers }) => Object.fromEntries(headers));
  expect(news).toMatchObject({
    ...{ 'content-encoding': 'aes128gcm', ttl: '60', urgency: 'high' },
    topic: '019000000000700080000123456789ab',
  });
  expect(over).toMatchObject({ topic: news?.topic, urgency: 'normal' });
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(news?.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(key).toBe(keys.publicKey);
  const { aud, sub, exp } = JSON.parse(bytes(claims).toString());
  expect([aud, sub]).toEqual(['https://push.example:8443', keys.subject]);
  expect(exp * 1_000 - Date.now()).toBeLessThan(24 * 3_600_000);
  const point = bytes(keys.publicKey);
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, bytes(signature))).toBe(true);
});

it('takes only addresses that it may reach, and keys of a browser', async () => {
  const check = makeCheckSubscription(async (url, vendorId) => {
    expect(vendorId).toBeDefined();
    return url;
  });
  const { endpoint, p256dh, auth } = aDevice('a');
  await check({ endpoint, p256dh, auth });
  const offCurve = `${p256dh.slice(0, -4)}AAAA`;
  for (const wrong of [{ p256dh: '' }, { p256dh: offCurve }, { p256dh: auth }, { auth: '' }, { auth: 'AA' }])
    await expect(check({ endpoint, p256dh, auth, ...wrong }), JSON.stringify(wrong)).rejects.toThrow(
      'not those',
    );
});

it('knows which keys belong together', () => {
  const [one, other] = [newPushKeys(), newPushKeys()];
  expect(isPair(one.publicKey, one.privateKey)).toBe(true);
  expect(isPair(one.publicKey, other.privateKey)).toBe(false);
  expect(isPair(one.publicKey, 'AA')).toBe(false);
});
