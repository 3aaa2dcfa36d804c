import { createHmac } from 'node:crypto';
import type { SecretOf } from '../../../application/ports/outbound/post-event.ts';

/** Known to everybody: in a sandbox, a signature protects nothing. */
const sandboxKey = 'sandbox: nothing is secret here';

/**
 * Derives secrets from a key that is not in the database, so that a copy of the database alone signs nothing. In a
 * sandbox it may be absent.
 */
export function makeSecretOf(key: string = sandboxKey): SecretOf {
  return (hookId, generation) =>
    `whsec_${createHmac('sha256', key).update(`${hookId}.${generation}`).digest('base64')}`;
}
