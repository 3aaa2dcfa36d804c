import { plainId } from '../../../domain/plain-id.ts';
import { type Acting, authorIn } from '../../domain/work/follow-up.ts';
import type { DealChange, WorkedDeal } from '../../domain/work/worked-deal.ts';
import { type AuditPorts, auditedEach, outcomeAfter } from '../audited.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import { unknownLead } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/inbound/people-use-cases.ts';
import type { AuditEnd, OperatorAction } from '../ports/outbound/audit-log.ts';
import type { DecideChange } from '../ports/outbound/kept-leads.ts';
import type { ChangedDeal, DealOutcome } from '../ports/records.ts';
import { changeDeals } from './change-deals.ts';
import { recordTaken } from './taken-follow-ups.ts';

export type ChangeLeadPorts = AuditPorts & Needs<'leads' | 'people' | 'knownHooks' | 'ringBell'>;

export interface LeadChange {
  readonly id: string;
  /** Our id of the lead that is meant, if `id` is a vendor's own. */
  readonly leadId?: string | undefined;
  /** The new value for the audit log, if it is known beforehand. */
  readonly to?: string | null | undefined;
  readonly decide: (deal: WorkedDeal, acting: Acting) => DealChange | undefined;
}

export interface ChangeOrder {
  readonly action: OperatorAction;
  readonly by: By;
  /** The time of the change; by default now. */
  readonly at?: Date | undefined;
  /** The part of a lead that the audit log shows before and after the change. Never personal. */
  readonly part?: ((deal: WorkedDeal) => string | null) | undefined;
  /** Whether a follow-up that the change ends may be somebody else's. */
  readonly endFollowUp?: boolean | undefined;
  readonly seenFollowUp?: Acting['seenFollowUp'];
}

/** Changes one lead and records it. Throws Refused. */
export async function changeLead(
  ports: ChangeLeadPorts,
  order: ChangeOrder,
  { id, to, decide }: LeadChange,
): Promise<ChangedDeal & { readonly at: Date }> {
  const acting = await actingIn(ports, order);
  // Checked before the audit log is written: a mistyped id may be a customer's address.
  const leadId = plainId(id);
  if (!(await ports.leads.has(leadId))) throw unknownLead();
  const { at, ...author } = authorIn(acting);
  const actions = [{ action: order.action, on: leadId, to }];
  const change = () =>
    changeDeals(
      ports,
      [leadId],
      decideNow(ports, (deal) => decide(deal, acting)),
    );
  const [outcome] = await auditedEach(ports, { author, at, actions }, change, ([made]) =>
    auditEndOf(made, order.part),
  );
  if (!outcome) throw unknownLead();
  if ('refused' in outcome) throw outcome.refused;
  await recordTaken(ports, [outcome], acting);
  return { ...outcome, at };
}

/** Resolves to the person who acts, and the time. Throws Refused if `by` is no name. */
export async function actingIn(ports: ChangeLeadPorts, order: ChangeOrder): Promise<Acting> {
  const author = authorOf(order.by);
  const ids = author.byId === undefined ? undefined : (await knownPeople(ports)).idsOf(author.byId);
  const { at = ports.clock(), endFollowUp, seenFollowUp } = order;
  return { ...author, at, ids, endFollowUp, seenFollowUp };
}

/**
 * Sets `changedAt` to the time of writing, also in long orders: programs that read changes in order then miss
 * none.
 */
export const decideNow =
  ({ clock }: Pick<AuditPorts, 'clock'>, decide: DecideChange): DecideChange =>
  (deal) => {
    const change = decide(deal);
    return change && { ...change, changedAt: clock() };
  };

export function auditEndOf(outcome: DealOutcome, part: ChangeOrder['part']): AuditEnd {
  if (!outcome) return { outcome: 'refused' };
  if ('refused' in outcome) return { outcome: outcomeAfter(outcome.refused) };
  return { outcome: 'done', ...(part && { from: part(outcome.before), to: part(outcome.after) }) };
}
