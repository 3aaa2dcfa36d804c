import { plainId } from '../../../domain/plain-id.ts';
import { Refused } from '../../../domain/refused.ts';
import { type Deal, type DealChange, withChange } from '../../../domain/work/deal.ts';
import { type Acting, authorIn } from '../../../domain/work/follow-up.ts';
import { type AuditPorts, auditedEach, outcomeAfter } from '../audited.ts';
import { authorOf, knownPeople } from '../desk/known-people.ts';
import { unknownLead } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/inbound/people-use-cases.ts';
import type { AuditEnd, OperatorAction } from '../ports/outbound/audit-log.ts';
import type { DecideChange, KeptLeads } from '../ports/outbound/kept-leads.ts';
import type { ChangedDeal, DealOutcome, DealSummary } from '../ports/records.ts';
import { changeDeals } from './change-deals.ts';
import { recordTaken } from './taken-follow-ups.ts';

/** How many leads are changed with a few commands to the store. */
const GROUP = 100;

export type ChangeLeadsPorts = AuditPorts & Needs<'leads' | 'people' | 'knownHooks' | 'ringBell'>;

/** One of many changes of leads. */
export interface LeadChange {
  readonly id: string;
  /** What the audit log says that it is to become, if that is known. */
  readonly to?: string | null | undefined;
  readonly decide: (deal: Deal, acting: Acting) => DealChange | undefined;
}

export interface ChangeOrder {
  readonly action: OperatorAction;
  readonly by: By;
  /** As of when; by default, now. */
  readonly at?: Date | undefined;
  /** What the audit log says of a lead before and after. Nothing personal. */
  readonly part?: ((deal: Deal) => string | null) | undefined;
  /** Follow-ups of others end with it, if it ends follow-ups. */
  readonly endFollowUp?: boolean | undefined;
  readonly seenFollowUp?: Acting['seenFollowUp'];
  readonly changes: readonly LeadChange[];
  /** If given, the ids are this vendor's own. */
  readonly vendorId?: string | undefined;
  /** Nothing is written, and nothing recorded. */
  readonly dryRun?: boolean | undefined;
}

/** What became of one of many, as of when. */
export type LeadOutcome = { readonly id: string } & (
  | { readonly changed: ChangedDeal; readonly at: Date }
  /** `lead` if the id means one. */
  | { readonly refused: Refused; readonly lead?: DealSummary | undefined }
);

/**
 * Changes leads in groups, each when it is asked for, and says what became of each. What is refused stops no other. All
 * are recorded and made as of one time. Throws Refused if `by` is no name.
 */
export async function* changeLeads(
  ports: ChangeLeadsPorts,
  order: ChangeOrder,
): AsyncGenerator<readonly LeadOutcome[]> {
  const author = authorOf(order.by);
  const ids = author.byId === undefined ? undefined : (await knownPeople(ports)).idsOf(author.byId);
  const { at = ports.clock(), endFollowUp, seenFollowUp } = order;
  const acting = { ...author, at, ids, endFollowUp, seenFollowUp };
  for (const group of groupsOf(order)) yield changeGroup(ports, order, acting, group);
}

/** Changes one lead, as of a time. Throws Refused. */
export async function changeLead(
  ports: ChangeLeadsPorts,
  order: Omit<ChangeOrder, 'changes'>,
  change: LeadChange,
): Promise<ChangedDeal & { readonly at: Date }> {
  for await (const [outcome] of changeLeads(ports, { ...order, changes: [change] })) {
    if (outcome && 'changed' in outcome) return { ...outcome.changed, at: outcome.at };
    throw outcome?.refused;
  }
  throw unknownLead();
}

/** In their order, by their ids; none has the same id twice. */
function* groupsOf({ changes, vendorId }: ChangeOrder): Generator<ReadonlyMap<string, LeadChange>> {
  let group = new Map<string, LeadChange>();
  for (const change of changes) {
    const id = vendorId === undefined ? plainId(change.id) : change.id;
    if (group.size === GROUP || group.has(id)) {
      yield group;
      group = new Map();
    }
    group.set(id, change);
  }
  if (group.size > 0) yield group;
}

async function changeGroup(
  ports: ChangeLeadsPorts,
  { action, part, vendorId, dryRun }: ChangeOrder,
  acting: Acting,
  group: ReadonlyMap<string, LeadChange>,
): Promise<readonly LeadOutcome[]> {
  const leads = await leadsMeant(ports.leads, [...group.keys()], vendorId);
  const changes = new Map<string, LeadChange>();
  for (const [given, change] of group) {
    const lead = leads.get(given);
    // A mistyped id may be anything, a customer's address too: it must not enter the audit log.
    if (lead && !(lead instanceof Refused)) changes.set(lead.id, change);
  }
  const known = [...changes.keys()];
  const decide = (deal: Deal) => {
    const change = changes.get(deal.id)?.decide(deal, acting);
    // When it is written, however long a change of many takes: who reads changes in their order misses none.
    return change && { ...change, changedAt: ports.clock() };
  };
  const change = () => changeDeals(ports, known, decide);
  const actions = known.map((on) => ({ action, on, to: changes.get(on)?.to }));
  const endOf = (outcome: DealOutcome) => auditEndOf(outcome, part);
  const { at, ...author } = authorIn(acting);
  const outcomes = dryRun
    ? await plan(ports.leads, known, decide)
    : known.length > 0
      ? await auditedEach(ports, { author, at, actions }, change, (all, n) => endOf(all[n]))
      : [];
  if (!dryRun) await recordTaken(ports, outcomes, acting);
  const outcomesByLead = new Map(known.map((leadId, at) => [leadId, outcomes[at]]));

  return [...group].map(([given, { id }]) => {
    const lead = leads.get(given) ?? unknownLead();
    if (lead instanceof Refused) return { id, refused: lead };
    const outcome = outcomesByLead.get(lead.id);
    if (!outcome) return { id, refused: unknownLead() };
    if (!('refused' in outcome)) return { id, changed: outcome, at };
    if (outcome.refused instanceof Refused) return { id, refused: outcome.refused, lead };
    throw outcome.refused;
  });
}

/** What would become of them. */
async function plan(
  leads: Pick<KeptLeads, 'changeDeals'>,
  leadIds: readonly string[],
  decide: DecideChange,
): Promise<readonly DealOutcome[]> {
  const after = new Map<string, Deal>();
  const outcomes = await leads.changeDeals(leadIds, (deal) => {
    after.set(deal.id, withChange(deal, decide(deal)));
    return undefined;
  });
  return outcomes.map((outcome) =>
    outcome && 'before' in outcome
      ? { ...outcome, after: after.get(outcome.before.id) ?? outcome.after }
      : outcome,
  );
}

function auditEndOf(outcome: DealOutcome, part: ChangeOrder['part']): AuditEnd {
  if (!outcome) return { outcome: 'refused' };
  if ('refused' in outcome) return { outcome: outcomeAfter(outcome.refused) };
  return { outcome: 'done', ...(part && { from: part(outcome.before), to: part(outcome.after) }) };
}

/** The lead that each id means, or why it means none. */
async function leadsMeant(
  leads: Pick<KeptLeads, 'deals'>,
  ids: readonly string[],
  vendorId: string | undefined,
): Promise<ReadonlyMap<string, DealSummary | Refused>> {
  const found = Map.groupBy(await dealsWith(leads, ids, vendorId), ({ id, externalId }) =>
    vendorId === undefined ? id : externalId,
  );
  const meant = (id: string): DealSummary | Refused => {
    const [deal, other] = found.get(id) ?? [];
    if (deal && !other) return deal;
    if (vendorId === undefined) return unknownLead();
    return new Refused(
      'unknown-lead',
      deal
        ? 'Several leads of this vendor have this id: use our own.'
        : 'No lead of this vendor has this id.',
    );
  };
  return new Map(ids.map((id) => [id, meant(id)]));
}

/** All that have one of these ids; of a single id, two are enough. */
async function dealsWith(
  leads: Pick<KeptLeads, 'deals'>,
  ids: readonly string[],
  vendorId: string | undefined,
): Promise<readonly DealSummary[]> {
  const limit = 2 * ids.length;
  const matching = ids.map((id) => (vendorId === undefined ? { id } : { externalId: id }));
  const found = await leads.deals({ vendorId, matching, limit });
  if (found.length < limit || ids.length === 1) return found;
  const half = Math.ceil(ids.length / 2);
  const parts = [ids.slice(0, half), ids.slice(half)];
  return (await Promise.all(parts.map((part) => dealsWith(leads, part, vendorId)))).flat();
}
