import { base62 } from '../../../domain/base62.ts';
import { DAY_MS } from '../../domain/day.ts';
import { Refused } from '../../domain/refused.ts';
import { keyOf, unknownKey } from '../../domain/work/vendor-account.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { requireKeyHolder } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';

/** Milliseconds for which the link works: whoever runs a vendor's system may be away for a weekend. */
const TERM = 7 * DAY_MS;

/**
 * Makes a link that shows a new key to whoever opens it first, within seven days. `text`: the key. Throws
 * Refused if it is not the key with this id.
 */
export type ShareKey = (order: {
  readonly keyId: string;
  readonly text: string;
  readonly by: By;
}) => Promise<{
  /** The text behind `/link/` in its address, which is kept nowhere. */
  readonly link: string;
  readonly expires: Date;
}>;

/** Keeps the key sealed with the text of the link, which is kept nowhere: no copy of the store has it. */
export const makeShareKey =
  (ports: AuditPorts & Needs<'vendors' | 'digest' | 'tickets' | 'seal'>): ShareKey =>
  async ({ keyId, text, by }) => {
    const { vendors, digest, randomBytes, clock, tickets, seal } = ports;
    if (!tickets || !seal) throw new Refused('not-kept', 'This store cannot keep a link to a key.');
    const vendor = await requireKeyHolder(vendors, keyId);
    if (keyOf(vendor, keyId).digest !== digest(text)) throw unknownKey();
    return audited(ports, { by, action: 'key.share', on: keyId }, async () => {
      const link = base62(randomBytes(32));
      const expires = new Date(clock().getTime() + TERM);
      const proof = seal.seal(text, link);
      await tickets.keep({
        digest: digest(link),
        kind: 'key',
        expires,
        holder: keyId,
        name: vendor.name,
        proof,
      });
      return { link, expires };
    });
  };
