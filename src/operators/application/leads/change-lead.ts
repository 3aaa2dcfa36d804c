import { plainId } from '../../../domain/plain-id.ts';
import { type Acting, authorIn } from '../../domain/work/follow-up.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import { openedBy } from '../../domain/work/opened-by.ts';
import { withOwnerAfter } from '../../domain/work/owner-after.ts';
import { withStillSince } from '../../domain/work/still-since.ts';
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
  /** Our id of the lead, if `id` is a vendor's own. */
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
  /** Makes the person who answers or moves a lead of nobody's its owner. */
  readonly takes?: boolean | undefined;
}

/** Changes one lead and records it. Throws Refused. */
export async function changeLead(
  ports: ChangeLeadPorts,
  order: ChangeOrder,
  { id, to, decide }: LeadChange,
): Promise<ChangedDeal & { readonly at: Date }> {
  const { acting, known } = await actingIn(ports, order);
  // Checked before the audit log is written: a mistyped id may be a customer's address.
  const leadId = plainId(id);
  if (!(await ports.leads.has(leadId))) throw unknownLead();
  const { at, ...author } = authorIn(acting);
  const actions = [{ action: order.action, on: leadId, to }];
  const change = () =>
    changeDeals(
      ports,
      [leadId],
      decideNow(ports, acting, (deal) => withOwnerAfter(deal, decide(deal, acting), acting, known)),
    );
  const [outcome] = await auditedEach(ports, { author, at, actions }, change, ([made]) =>
    auditEndOf(made, order.part),
  );
  if (!outcome) throw unknownLead();
  if ('refused' in outcome) throw outcome.refused;
  await recordTaken(ports, [outcome], acting);
  if (order.action !== 'lead.assign') await recordOwners(ports, [outcome], acting);
  return { ...outcome, at };
}

/** The acting person with the time, and all known people. Throws Refused if `by` is no name. */
export async function actingIn(
  ports: ChangeLeadPorts,
  { by, at = ports.clock(), endFollowUp, seenFollowUp, takes = false }: ChangeOrder,
): Promise<{ readonly acting: Acting; readonly known: KnownPeople }> {
  const author = authorOf(by);
  const known = await knownPeople(ports);
  const ids = author.byId === undefined ? undefined : known.idsOf(author.byId);
  const taker = takes ? known.ownerActing(author) : undefined;
  return { acting: { ...author, at, ids, endFollowUp, seenFollowUp, taker }, known };
}

/**
 * Sets `changedAt` to the time of writing, also in long orders: programs that read changes in order then miss
 * none.
 */
export const decideNow =
  ({ clock }: Pick<AuditPorts, 'clock'>, acting: Acting, decide: DecideChange): DecideChange =>
  (deal) => {
    const change = decide(deal);
    if (!change) return undefined;
    const assigned =
      change.owner === undefined
        ? openedBy(deal, acting)
        : { ...authorIn(acting), from: deal.owner, openedAt: null };
    return { ...withStillSince(deal, change), assigned, changedAt: clock() };
  };

/** Records new owners that leads got by a move or an answer. */
export async function recordOwners(
  ports: Needs<'audit' | 'randomBytes'>,
  outcomes: readonly DealOutcome[],
  acting: Acting,
): Promise<void> {
  const given = outcomes.flatMap((outcome) =>
    outcome && 'after' in outcome && outcome.before.owner !== outcome.after.owner ? [outcome] : [],
  );
  if (given.length === 0) return;
  const { at, ...author } = authorIn(acting);
  const ends = given.map(({ before, after }) => ({ from: before.owner ?? null, to: after.owner ?? null }));
  const actions = given.map(
    ({ after }, n) => ({ action: 'lead.assign', on: after.id, to: ends[n]?.to }) as const,
  );
  await auditedEach(
    ports,
    { author, at, actions },
    async () => {},
    (_, n) => ({ outcome: 'done', ...ends[n] }),
  );
}

export function auditEndOf(outcome: DealOutcome, part: ChangeOrder['part']): AuditEnd {
  if (!outcome) return { outcome: 'refused' };
  if ('refused' in outcome) return { outcome: outcomeAfter(outcome.refused) };
  return { outcome: 'done', ...(part && { from: part(outcome.before), to: part(outcome.after) }) };
}
