import { createECDH, type ECDH } from 'node:crypto';

/** The pair by which push services know the sender, as raw P-256 keys in base64url, and whom they may write to (RFC 8292). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/** Makes a pair of keys for the settings. Node leaves zeros at the beginning of a private key out, and others miss them. */
export function newPushKeys(): Omit<PushKeys, 'subject'> {
  const pair = newPair();
  const whole = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: whole.toString('base64url') };
}

/** Whether a private key is that of a public one. */
export function isPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

export function newPair(): ECDH {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair;
}
