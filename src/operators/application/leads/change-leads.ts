import { plainId } from '../../../domain/plain-id.ts';
import { Refused } from '../../domain/refused.ts';
import { authorIn, FollowUpOfOther } from '../../domain/work/follow-up.ts';
import { withOwnerAfter } from '../../domain/work/owner-after.ts';
import { ChangedMeanwhile, type WorkedDeal, withChange } from '../../domain/work/worked-deal.ts';
import { auditedEach } from '../audited.ts';
import { unknownLead } from '../not-found.ts';
import type { RefusedLead } from '../ports/inbound/lead-change-use-cases.ts';
import type { DecideChange, KeptLeads } from '../ports/outbound/kept-leads.ts';
import type { ChangedDeal, DealOutcome, DealSummary } from '../ports/records.ts';
import { changeDeals } from './change-deals.ts';
import {
  actingIn,
  auditEndOf,
  type ChangeLeadPorts,
  type ChangeOrder,
  decideNow,
  type LeadChange,
  recordOwners,
} from './change-lead.ts';
import { recordTaken } from './taken-follow-ups.ts';

/** Leads that are changed with a few commands to the store. */
const GROUP = 100;

export interface ChangesOrder extends ChangeOrder {
  readonly changes: readonly LeadChange[];
  /** Set if the ids are this vendor's own. */
  readonly vendorId?: string | undefined;
  /** Writes and records nothing. */
  readonly dryRun?: boolean | undefined;
}

/** The outcome for one of many leads. */
export type LeadOutcome = { readonly id: string } & (
  | { readonly changed: ChangedDeal; readonly at: Date }
  /** `lead`: the lead that the id means, if there is one. */
  | { readonly refused: Refused; readonly lead?: DealSummary | undefined }
);

/** Why one of many leads was not changed. */
export function refusedLead({ id, refused, lead }: Extract<LeadOutcome, { refused: Refused }>): RefusedLead {
  const last = refused instanceof ChangedMeanwhile ? refused.last : undefined;
  const followUp = refused instanceof FollowUpOfOther ? refused.followUp : undefined;
  return { id, refused: refused.message, reason: refused.reason, last, followUp, lead };
}

/**
 * Changes leads in groups, each when the caller asks for it, and reports every outcome. A refused lead stops no
 * other. Each group is changed and recorded at a time of its own, unless the order names one. Throws Refused if `by` is
 * no name.
 */
export async function* changeLeads(
  ports: ChangeLeadPorts,
  order: ChangesOrder,
): AsyncGenerator<readonly LeadOutcome[]> {
  const { acting, known } = await actingIn(ports, order);
  for (const group of groupsOf(order)) {
    const { at = ports.clock() } = order;
    yield changeGroup(ports, order, { acting: { ...acting, at }, known }, group);
  }
}

/** Groups of changes in their order, by id. No group has an id twice. */
function* groupsOf({ changes, vendorId }: ChangesOrder): Generator<ReadonlyMap<string, LeadChange>> {
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
  ports: ChangeLeadPorts,
  { action, part, vendorId, dryRun }: ChangesOrder,
  { acting, known: people }: Awaited<ReturnType<typeof actingIn>>,
  group: ReadonlyMap<string, LeadChange>,
): Promise<readonly LeadOutcome[]> {
  const leads = await leadsMeant(ports.leads, group, vendorId);
  const changes = new Map<string, LeadChange>();
  for (const [given, change] of group) {
    const lead = leads.get(given);
    // Checked before the audit log is written: a mistyped id may be a customer's address.
    if (lead && !(lead instanceof Refused)) changes.set(lead.id, change);
  }
  const known = [...changes.keys()];
  const decide = decideNow(ports, acting, (deal) =>
    withOwnerAfter(deal, changes.get(deal.id)?.decide(deal, acting), acting, people),
  );
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
  if (!dryRun && action !== 'lead.assign') await recordOwners(ports, outcomes, acting);
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

/** Resolves to the outcomes that a change would have, without writing. */
async function plan(
  leads: Pick<KeptLeads, 'changeDeals'>,
  leadIds: readonly string[],
  decide: DecideChange,
): Promise<readonly DealOutcome[]> {
  const after = new Map<string, WorkedDeal>();
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

/** Resolves to the lead that each id means, or the reason why there is none. */
async function leadsMeant(
  leads: Pick<KeptLeads, 'deals'>,
  group: ReadonlyMap<string, LeadChange>,
  vendorId: string | undefined,
): Promise<ReadonlyMap<string, DealSummary | Refused>> {
  const ids = [...group.keys()];
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
  return new Map([...group].map(([id, { leadId }]) => [id, asNamed(meant(id), leadId)]));
}

/** Refuses a lead whose two ids mean different leads: a spreadsheet turns the id 00042 into 42. */
function asNamed(lead: DealSummary | Refused, leadId: string | undefined): DealSummary | Refused {
  if (lead instanceof Refused || leadId === undefined || plainId(leadId) === lead.id) return lead;
  return new Refused(
    'unknown-lead',
    `The vendor’s id is that of lead ${lead.id}, but the row names another as leadId: a spreadsheet may have changed the id.`,
  );
}

/** Resolves to all leads that have one of these ids; for a single id, to two at most. */
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
