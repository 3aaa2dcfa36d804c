import { createHmac } from 'node:crypto';
import type { HookKey, SecretOf } from '../../../application/events/ports/post-event.ts';

/** Known to everybody: in a sandbox, a signature protects nothing. */
const sandboxKey = 'sandbox: nothing is secret here';

const derived = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Derives secrets from a key that is not in the database, so that a copy of the database alone signs nothing. In a
 * sandbox it may be absent.
 */
export function makeSecretOf(key: string = sandboxKey): SecretOf {
  return (hookId, generation) => `whsec_${derived(key, `${hookId}.${generation}`).toString('base64')}`;
}

/** What such a key is known by. `replaced`: the key before it. */
export const hookKeyOf = (key: string = sandboxKey, replaced?: string): HookKey => ({
  fingerprint: fingerprintOf(key),
  replaced: replaced && fingerprintOf(replaced),
});

const fingerprintOf = (key: string): string => derived(key, 'fingerprint').toString('base64url');
