import { moveDeal, type StatusChange } from '../../domain/deal.ts';
import { statusChanged } from '../../domain/lead-event.ts';
import type { LeadStatus } from '../../domain/lead-status.ts';
import type { BackOffice } from '../ports/outbound/back-office.ts';
import type { ChangedDeal } from '../ports/records.ts';
import { announce, type KnownHooks, noHooks } from '../webhooks/known-hooks.ts';

export interface ChangeStatusPorts {
  readonly backOffice: Pick<BackOffice, 'changeStatus'>;
  /** By default there are none. */
  readonly knownHooks?: KnownHooks | undefined;
  /** Called once an event is kept. */
  readonly ringBell?: (() => void) | undefined;
}

/** Moves a lead and announces it. Resolves to `undefined` if there is no such lead. Throws Refused. */
export async function changeStatus(
  { backOffice, knownHooks = noHooks, ringBell = () => {} }: ChangeStatusPorts,
  leadId: string,
  to: LeadStatus,
  change: Omit<StatusChange, 'status'>,
): Promise<ChangedDeal | undefined> {
  const hooks = await knownHooks();
  const changed = await backOffice.changeStatus(
    leadId,
    (deal) => moveDeal(deal, to, change),
    (before, made) => announce(statusChanged(before, made), hooks),
  );
  if (hooks.length > 0) ringBell();
  return changed;
}
