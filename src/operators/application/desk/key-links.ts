import { Refused } from '../../domain/refused.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { Needs } from '../operator-ports.ts';
import type { DeskAccess } from '../ports/inbound/desk-use-cases.ts';
import type { Seal } from '../ports/outbound/seal.ts';
import type { Ticket, Tickets } from '../ports/outbound/tickets.ts';

interface KeyLinkPorts extends AuditPorts, Needs<'digest'> {
  readonly tickets: Tickets;
  readonly seal: Seal;
}

export const usedLink = (): Refused =>
  new Refused('sign-in-failed', 'This link was used before or has expired: ask for another.');

/** Opens the links that show new keys to vendors. */
export function makeKeyLinks(ports: KeyLinkPorts) {
  const { tickets, seal, digest, clock } = ports;

  const keyIn = (ticket: Ticket | undefined) => {
    const isKey = ticket?.kind === 'key' && ticket.expires > clock();
    const { holder: keyId, name: vendor, proof: sealed } = isKey ? ticket : {};
    if (!keyId || !vendor || !sealed) throw usedLink();
    return { keyId, vendor, sealed };
  };

  const open: DeskAccess['openKey'] = async (link) => {
    const { keyId, vendor, sealed } = keyIn(await tickets.find(digest(link)));
    return audited(ports, { by: 'whoever has the link', action: 'key.open', on: keyId }, async () => {
      const taken = await tickets.take(digest(link));
      const key = taken && seal.open(sealed, link);
      if (key === undefined) throw usedLink();
      return { vendor, key };
    });
  };

  return { look: (ticket: Ticket) => ({ vendor: keyIn(ticket).vendor }), open };
}
