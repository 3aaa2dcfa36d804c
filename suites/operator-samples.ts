import type { IssuedKey } from '../src/domain/issued-key.ts';
import type { Lead, LeadDraft } from '../src/domain/lead.ts';
import type { LeadStatus } from '../src/domain/lead-status.ts';
import type { Correction } from '../src/operators/application/ports/outbound/kept-contacts.ts';
import type {
  AnnounceChange,
  DecideChange,
  KeptLeads,
} from '../src/operators/application/ports/outbound/kept-leads.ts';
import type { ChangedDeal } from '../src/operators/application/ports/records.ts';
import { statusChanged } from '../src/operators/domain/events/lead-event.ts';
import { moveDeal } from '../src/operators/domain/work/move-deal.ts';
import type { WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';
import { dealOf, leadOf } from './samples.ts';

export const second = (n: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, n));

export const ada = { firstName: 'Ada', email: 'ada@example.com' };

export const adasLead = (draft: LeadDraft = {}): Lead => leadOf({ ...ada, ...draft });

/** A deal of a lead from Ada. */
export const adasDeal = (
  { id, ...given }: Pick<WorkedDeal, 'id'> & Partial<WorkedDeal>,
  draft: LeadDraft = {},
): WorkedDeal => ({
  ...dealOf({ ...ada, ...draft }, { id, vendorId: 'ven_1', receivedAt: second(0) }),
  ...given,
});

export const phone = '5550109999';
export const bob = { firstName: 'Bob', email: 'bob@example.com' };

/** Makes the decision of a move, as an operator orders it. */
export const to =
  (status: LeadStatus, by = 'grace', reason?: string) =>
  (deal: WorkedDeal) =>
    moveDeal(deal, status, { at: second(9), by, byId: `per_${by}`, reason });

/** A correction or merge at this time, without events. */
export const correctedAt = (at: Date): Correction => ({ now: () => at, announce: () => [] });

/** Changes one deal. Throws what `decide` throws; resolves to `undefined` if there is no such lead. */
export async function changeOne(
  leads: Pick<KeptLeads, 'changeDeals'>,
  leadId: string,
  decide: DecideChange,
  announce?: AnnounceChange,
): Promise<ChangedDeal | undefined> {
  const [outcome] = await leads.changeDeals([leadId], decide, announce);
  if (outcome && 'refused' in outcome) throw outcome.refused;
  return outcome;
}

/** Announces a move to one hook. */
export const announcedTo =
  (hookId: string): AnnounceChange =>
  (before, { moved }) =>
    moved ? [{ event: statusChanged(before, moved), hooks: [hookId] }] : [];

/** Makes somebody, or nobody, the owner of a deal. */
export const assign = (
  leads: Pick<KeptLeads, 'changeDeals'>,
  leadId: string,
  owner: string | null,
): Promise<ChangedDeal | undefined> => changeOne(leads, leadId, () => ({ owner }));

export const someKey = (id: string, given: Partial<IssuedKey> = {}): IssuedKey => ({
  id,
  digest: `digest of ${id}`,
  hint: 'lead_live_aaaa',
  created: new Date(Date.UTC(2026, 0, 1)),
  expires: undefined,
  revoked: undefined,
  replacedBy: undefined,
  lastUsed: undefined,
  ...given,
});
