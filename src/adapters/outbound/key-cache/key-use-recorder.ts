import type { RecordKeyUse } from '../../../application/ports/outbound/api-key-directory.ts';
import type { IssuedKeys } from '../../../application/ports/outbound/issued-keys.ts';

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
