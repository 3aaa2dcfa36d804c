import type { Hook } from '../../domain/events/hook.ts';
import { type AnyEvent, isOfLead } from '../../domain/events/lead-event.ts';
import { type EventContext, ownerIn } from './event-body.ts';
import type { KnownHooks } from './known-hooks.ts';
import type { Deliveries } from './ports/deliveries.ts';
import type { PersonNamed } from './ports/person-named.ts';

export interface ContextPorts {
  readonly deliveries: Pick<Deliveries, 'deal'>;
  readonly knownHooks: KnownHooks;
  /** Finds the person whom an id means, and the name to show. By default the id is the name. */
  readonly personNamed?: PersonNamed | undefined;
  /** Addresses of the desk's pages. Absent: events have no `url`. */
  readonly pages?: DeskPages | undefined;
}

/** Addresses of pages at the operators' desk. */
export interface DeskPages {
  readonly lead: (id: string) => string;
  readonly hook: (id: string) => string;
  readonly held: (id: string) => string;
}

/**
 * Reads what an event's body contains beside the event, at this moment. A vendor's hook gets nothing that is
 * the operator's.
 */
export const makeContextOf =
  ({ deliveries, knownHooks, personNamed = async (id) => ({ id, name: id }), pages }: ContextPorts) =>
  async ({ vendorId }: Hook, event: AnyEvent): Promise<EventContext> => {
    if (event.type === 'hook.test') return {};
    if (event.type === 'lead.held') return vendorId === undefined ? { url: pages?.held(event.heldId) } : {};
    if (!isOfLead(event)) {
      const { hookId } = event;
      const hooks = await knownHooks({ anew: true }); // another process may have paused it just now
      return { hook: hooks.find(({ id }) => id === hookId), url: pages?.hook(hookId) };
    }
    const deal = await deliveries.deal(event.leadId);
    if (vendorId !== undefined) return { deal };
    const id = ownerIn(event, deal);
    const owner = id === undefined ? undefined : await personNamed(id);
    return { deal, owner, url: pages?.lead(event.leadId) };
  };
