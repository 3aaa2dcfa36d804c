import { asPromised } from '../../../application/port-answers.ts';
import type { AnnounceLead } from '../../../application/ports/outbound/announce-lead.ts';
import { leadReceived } from '../../domain/events/lead-event.ts';
import { announce, type KnownHooks } from './known-hooks.ts';
import type { Announcement } from './ports/deliveries.ts';

/** Announces each new deal to the hooks that ask for `lead.received`. */
export const makeAnnounceReceived =
  (knownHooks: KnownHooks, ringBell: () => void): AnnounceLead<readonly Announcement[]> =>
  async (deal) => {
    const hooks = asPromised('hooks.hooks', await knownHooks());
    const announced = hooks.length > 0 ? announce(leadReceived(deal), hooks) : [];
    return { announced, ring: announced.length > 0 ? ringBell : () => {} };
  };
