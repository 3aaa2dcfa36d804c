import { statusChanged } from '../../domain/events/lead-event.ts';
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

interface AnnounceStatusPorts {
  readonly knownHooks: KnownHooks;
  readonly deliveries: Pick<Deliveries, 'add'>;
  /** Called once the event is kept. */
  readonly ringBell: () => void;
}

export const makeAnnounceStatus =
  ({ knownHooks, deliveries, ringBell }: AnnounceStatusPorts): AnnounceStatus =>
  async (lead, change) => {
    const announced = announce(statusChanged({ ...lead, history: [] }, change), await knownHooks());
    if (announced.length === 0) return;
    await deliveries.add(announced);
    ringBell();
  };
