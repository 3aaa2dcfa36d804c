import type { AnnounceHeld } from '../../../application/ports/outbound/sources.ts';
import { leadHeld, statusChanged } from '../../domain/events/lead-event.ts';
import type { StatusChange, WorkedDeal } from '../../domain/work/worked-deal.ts';
import { announce, type KnownHooks } from './known-hooks.ts';
import type { Deliveries } from './ports/deliveries.ts';

/**
 * Tells webhooks that another system, such as your own CRM, has set a lead's status. Safe to repeat: for one
 * status at one time, each webhook is told once. Throws StoreUnavailable.
 */
export type AnnounceStatus = (
  lead: Pick<WorkedDeal, 'id' | 'vendorId'> & {
    /** The status before the change. */
    readonly status: WorkedDeal['status'];
  },
  change: Pick<StatusChange, 'status' | 'at' | 'lostReason'>,
) => Promise<void>;

interface Ports {
  readonly knownHooks: KnownHooks;
  readonly deliveries: Pick<Deliveries, 'add'>;
  /** Called once the event is kept. */
  readonly ringBell: () => void;
}

export const makeAnnounceStatus =
  (ports: Ports): AnnounceStatus =>
  (lead, change) =>
    announceAlone(ports, statusChanged({ ...lead, history: [] }, change));

/** Announces a held lead to the hooks that listen. Each is told once, as the event's id derives from the lead's. */
export const makeAnnounceHeld =
  (ports: Ports): AnnounceHeld =>
  (held) =>
    announceAlone(ports, leadHeld(held));

/** Keeps an event by a write of its own: what it tells was kept before. */
async function announceAlone(
  { knownHooks, deliveries, ringBell }: Ports,
  event: Parameters<typeof announce>[0],
): Promise<void> {
  const announced = announce(event, await knownHooks());
  if (announced.length === 0) return;
  await deliveries.add(announced);
  ringBell();
}
