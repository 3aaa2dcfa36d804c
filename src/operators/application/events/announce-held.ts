import type { AnnounceHeld } from '../../../application/ports/outbound/sources.ts';
import { leadHeld } from '../../domain/events/lead-event.ts';
import { announce, type KnownHooks } from './known-hooks.ts';
import type { Deliveries } from './ports/deliveries.ts';

interface AnnounceHeldPorts {
  readonly knownHooks: KnownHooks;
  readonly deliveries: Pick<Deliveries, 'add'>;
  readonly ringBell: () => void;
}

/** Announces a held lead to the hooks that listen. Each is told once, as the event's id derives from the lead's. */
export const makeAnnounceHeld =
  ({ knownHooks, deliveries, ringBell }: AnnounceHeldPorts): AnnounceHeld =>
  async (held) => {
    const announced = announce(leadHeld(held), await knownHooks());
    if (announced.length === 0) return;
    await deliveries.add(announced);
    ringBell();
  };
