import { createHmac } from 'node:crypto';
import type { HookKey, SecretOf } from '#operators/application/events/ports/post-event.ts';

/** The key of sandboxes, known to everybody: a signature protects nothing there. */
export const sandboxKey = 'sandbox: nothing is secret here';

const derived = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Derives hooks' secrets from a key that is not in the database, so that a copy of the database signs nothing.
 * Only a sandbox may leave the key out.
 */
export function makeSecretOf(key: string = sandboxKey): SecretOf {
  return (hookId, generation) => `whsec_${derived(key, `${hookId}.${generation}`).toString('base64')}`;
}

/** The fingerprints of a key and of the key that it replaces. */
export const hookKeyOf = (key: string = sandboxKey, replaced?: string): HookKey => ({
  fingerprint: fingerprintOf(key),
  replaced: replaced && fingerprintOf(replaced),
});

const fingerprintOf = (key: string): string => derived(key, 'fingerprint').toString('base64url');
