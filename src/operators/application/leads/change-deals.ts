import { leadAnswered, leadAssigned, statusChanged } from '../../domain/events/lead-event.ts';
import { clockOf } from '../../domain/work/answer.ts';
import { withChange } from '../../domain/work/worked-deal.ts';
import { announce } from '../events/known-hooks.ts';
import type { Needs } from '../operator-ports.ts';
import type { DecideChange } from '../ports/outbound/kept-leads.ts';
import type { DealOutcome } from '../ports/records.ts';

/** Changes leads and announces moves, assignments and first answers. Resolves to the outcomes, in the order of the ids. */
export async function changeDeals(
  { leads, knownHooks, ringBell }: Needs<'leads' | 'knownHooks' | 'ringBell'>,
  leadIds: readonly string[],
  decide: DecideChange,
): Promise<readonly DealOutcome[]> {
  const hooks = await knownHooks();
  const outcomes = await leads.changeDeals(leadIds, decide, (before, change) => {
    if (hooks.length === 0) return [];
    const { moved, owner, changedAt } = change;
    const { answeredAt } = clockOf(withChange(before, change));
    return [
      ...(moved ? announce(statusChanged(before, moved), hooks) : []),
      ...(owner !== undefined && changedAt
        ? announce(leadAssigned(before, { owner, at: changedAt }), hooks)
        : []),
      ...(answeredAt && !clockOf(before).answeredAt ? announce(leadAnswered(before, answeredAt), hooks) : []),
    ];
  });
  if (hooks.length > 0) ringBell();
  return outcomes;
}
