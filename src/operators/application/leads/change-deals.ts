import { leadAssigned, statusChanged } from '../../domain/events/lead-event.ts';
import { announce } from '../events/known-hooks.ts';
import type { Needs } from '../operator-ports.ts';
import type { DecideChange } from '../ports/outbound/kept-leads.ts';
import type { DealOutcome } from '../ports/records.ts';

/** Changes leads and announces moves and assignments. Resolves to the outcomes, in the order of the ids. */
export async function changeDeals(
  { leads, knownHooks, ringBell }: Needs<'leads' | 'knownHooks' | 'ringBell'>,
  leadIds: readonly string[],
  decide: DecideChange,
): Promise<readonly DealOutcome[]> {
  const hooks = await knownHooks();
  const outcomes = await leads.changeDeals(leadIds, decide, (before, { moved, owner, changedAt }) => [
    ...(moved ? announce(statusChanged(before, moved), hooks) : []),
    ...(owner !== undefined && changedAt
      ? announce(leadAssigned(before, { owner, at: changedAt }), hooks)
      : []),
  ]);
  if (hooks.length > 0) ringBell();
  return outcomes;
}
