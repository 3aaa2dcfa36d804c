import { type ECDH, randomBytes } from 'node:crypto';
import ece from 'http_ece';
import { importJWK, SignJWT } from 'jose';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import { newPair, type PushKeys } from './push-keys.ts';

type Keys = Pick<Subscription, 'p256dh' | 'auth'>;

/** Encrypts a message for a browser (RFC 8291). `sender` and `salt` are random: only a test gives them. Throws for other keys. */
export function encrypted(
  text: string,
  { p256dh: dh, auth: authSecret }: Keys,
  sender: ECDH = newPair(),
  salt: Buffer = randomBytes(16),
): Buffer {
  if (dh.length !== 87 || authSecret.length !== 22) throw new RangeError('The keys have 65 and 16 bytes.');
  return ece.encrypt(Buffer.from(text), { version: 'aes128gcm', privateKey: sender, dh, authSecret, salt });
}

/** The sender's proof for one push service, for an hour (RFC 8292). */
export async function authorization(
  endpoint: string,
  { publicKey, privateKey, subject }: PushKeys,
): Promise<string> {
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
