import type { SigningKeys } from '../../application/ports/outbound/sources.ts';
import { aesSeal } from '../../operators/adapters/outbound/sealing/aes-seal.ts';
import { sandboxKey } from '../../operators/adapters/outbound/webhooks/hook-secrets.ts';
import type { Config } from '../config.ts';

/**
 * The secrets of signed sources, sealed with HOOK_KEY; while it is being replaced, the key before it opens them, too.
 * `undefined` without a key.
 */
export function signingKeys({ APP_ENV, HOOK_KEY, HOOK_KEY_OLD }: Config): SigningKeys | undefined {
  const key = HOOK_KEY ?? (APP_ENV === 'sandbox' ? sandboxKey : undefined);
  if (key === undefined) return undefined;
  return {
    seal: (secret) => aesSeal.seal(secret, key),
    open: (sealed) => aesSeal.open(sealed, key) ?? (HOOK_KEY_OLD && aesSeal.open(sealed, HOOK_KEY_OLD)),
  };
}
