import type { AuthenticateVendorPorts } from '../../../application/authenticate-vendor.ts';
import type { RecordKeyUse } from '../../../application/ports/outbound/api-key-directory.ts';
import type { IssuedKeys } from '../../../application/ports/outbound/issued-keys.ts';
import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import { CachedKeys } from './cached-keys.ts';

/** Finds keys in the vendors' accounts, with a cache, and records their use in the background. */
export const issuedKeys = (
  vendors: IssuedKeys,
  clock: Clock,
): Pick<AuthenticateVendorPorts, 'issued' | 'recordUse'> => ({
  issued: new CachedKeys(vendors, clock),
  recordUse: keyUseRecorder(vendors),
});

const MINUTE = 60_000;

/** Records each key's last use in the background: at most once a minute, and one write per key at a time. */
export function keyUseRecorder(vendors: Pick<IssuedKeys, 'markUsed'>): RecordKeyUse {
  const written = new Map<string, number>();
  const inFlight = new Set<string>();
  return (keyId, at) => {
    const minute = Math.floor(at.getTime() / MINUTE) * MINUTE;
    if (written.get(keyId) === minute || inFlight.has(keyId)) return;
    inFlight.add(keyId);
    const write = async () => vendors.markUsed(keyId, new Date(minute)); // whatever it throws is a rejection
    write()
      .then(
        () => void written.set(keyId, minute),
        () => {}, // the key's next use tries again
      )
      .finally(() => inFlight.delete(keyId));
  };
}
