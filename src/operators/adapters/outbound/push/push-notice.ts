import { type ECDH, randomBytes } from 'node:crypto';
import type { CheckHookUrl } from '../../../application/events/ports/post-event.ts';
import type { CheckSubscription, PushNotice } from '../../../application/ports/outbound/subscriptions.ts';
import type { Subscription } from '../../../domain/events/subscription.ts';
import { Refused } from '../../../domain/refused.ts';
import type { Post } from '../webhooks/post-event.ts';
import { newPair, type PushKeys } from './push-keys.ts';

/** The push service of Safari: it ends the subscription of a page that shows nothing for a message. */
const isApples = ({ endpoint }: Subscription): boolean => /\.apple\.com$/.test(new URL(endpoint).hostname);

/** Makes the port. */
export const makePushNotice =
  (post: Post, keys: PushKeys): PushNotice =>
  (device, { notice, ttl }) =>
    post({ url: device.endpoint, vendorId: device.id }, async () => {
      const told = notice.title || !isApples(device) ? notice : { ...notice, title: 'Answered' };
      const body = await encrypted(JSON.stringify({ ...told, isNews: notice.title !== undefined }), device);
      const headers = new Map([
        ['authorization', await authorization(device.endpoint, keys)],
        ['content-encoding', 'aes128gcm'],
        ['content-type', 'application/octet-stream'],
        ['content-length', `${body.length}`],
        ['ttl', `${ttl}`],
        ['topic', notice.tag.replaceAll('-', '').slice(0, 32)], // of one lead, the last notice is kept
        ['urgency', notice.title ? 'high' : 'normal'],
      ]);
      return { headers, body };
    });

/** Makes the check of a device's address and keys. */
export const makeCheckSubscription =
  (checkUrl: CheckHookUrl): CheckSubscription =>
  async (given) => {
    await checkUrl(given.endpoint, 'device');
    const isSecret = Buffer.from(given.auth, 'base64url').length === 16;
    await encrypted('', isSecret ? given : { ...given, p256dh: '' }).catch(() => {
      throw new Refused('invalid-hook', 'The keys of this device are not those of a browser.');
    });
  };

type Keys = Pick<Subscription, 'p256dh' | 'auth'>;

/** Encrypts a message for a browser (RFC 8291). `sender` and `salt` are random: only a test gives them. Throws for other keys. */
export async function encrypted(
  text: string,
  { p256dh: dh, auth: authSecret }: Keys,
  sender: ECDH = newPair(),
  salt: Buffer = randomBytes(16),
): Promise<Buffer> {
  const { default: ece } = await import('http_ece');
  return ece.encrypt(Buffer.from(text), { version: 'aes128gcm', privateKey: sender, dh, authSecret, salt });
}

/** The sender's proof for one push service, for an hour (RFC 8292). */
async function authorization(
  endpoint: string,
  { publicKey, privateKey, subject }: PushKeys,
): Promise<string> {
  const { importJWK, SignJWT } = await import('jose');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y, d: privateKey }, 'ES256');
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(key);
  return `vapid t=${token}, k=${publicKey}`;
}
