import type { KeyUse } from '../../../application/ports/outbound/keys.ts';
import type { VendorDirectory } from '../../../application/ports/outbound/vendors.ts';

const MINUTE = 60_000;

/** Records each key's last use in the background: at most once a minute, and one write per key at a time. */
export function keyUseNotes(vendors: Pick<VendorDirectory, 'markUsed'>): KeyUse {
  const written = new Map<string, number>();
  const underWay = new Set<string>();
  return (keyId, at) => {
    const minute = Math.floor(at.getTime() / MINUTE) * MINUTE;
    if (written.get(keyId) === minute || underWay.has(keyId)) return;
    underWay.add(keyId);
    vendors
      .markUsed(keyId, new Date(minute))
      .then(
        () => void written.set(keyId, minute),
        () => {}, // the key's next use tries again
      )
      .finally(() => underWay.delete(keyId));
  };
}
