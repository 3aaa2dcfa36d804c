import { isUsable, keyState } from '../../../domain/issued-key.ts';
import { Refused } from '../../domain/refused.ts';
import { keyOf } from '../../domain/work/vendor-account.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { requireKeyHolder } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { Seal } from '../ports/outbound/seal.ts';
import type { Ticket, Tickets } from '../ports/outbound/tickets.ts';

interface KeyLinkPorts extends AuditPorts, Needs<'vendors' | 'digest'> {
  readonly tickets: Tickets;
  readonly seal: Seal;
}

export const usedLink = (): Refused =>
  new Refused('sign-in-failed', 'This link was used before or has expired: ask for another.');

/** Opens the links that show new keys to vendors, for as long as the keys work. */
export function makeKeyLinks(ports: KeyLinkPorts) {
  const { tickets, vendors, seal, digest, clock } = ports;

  const keyIn = (ticket: Ticket | undefined) => {
    const isKey = ticket?.kind === 'key' && ticket.expires > clock();
    const { holder: keyId, name: vendor, proof: sealed } = isKey ? ticket : {};
    if (!keyId || !vendor || !sealed) throw usedLink();
    return { keyId, vendor, sealed };
  };

  /** Throws Refused if the key was revoked since, or has expired. */
  async function requireUsable(keyId: string): Promise<void> {
    const state = keyState(keyOf(await requireKeyHolder(vendors, keyId), keyId), clock());
    if (!isUsable(state))
      throw new Refused('key-not-active', `The key of this link is ${state}: ask for another.`);
  }

  const open = async (link: string) => {
    const { keyId, vendor, sealed } = keyIn(await tickets.find(digest(link)));
    return audited(ports, { by: 'whoever has the link', action: 'key.open', on: keyId }, async () => {
      await requireUsable(keyId);
      const taken = await tickets.take(digest(link));
      const key = taken && seal.open(sealed, link);
      if (key === undefined) throw usedLink();
      return { vendor, key };
    });
  };

  const look = async (ticket: Ticket) => {
    const { keyId, vendor } = keyIn(ticket);
    await requireUsable(keyId);
    return { vendor };
  };

  return { look, open };
}
