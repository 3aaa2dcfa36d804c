import { plainId } from '../../../domain/plain-id.ts';
import { type RefusalReason, Refused } from '../../domain/refused.ts';
import type { FollowUp } from '../../domain/work/activity.ts';
import { type Acting, authorIn, FollowUpOfOther, type SeenFollowUp } from '../../domain/work/follow-up.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import { openedBy } from '../../domain/work/opened-by.ts';
import { withOwnerAfter } from '../../domain/work/owner-after.ts';
import { withStillSince } from '../../domain/work/still-since.ts';
import {
  ChangedMeanwhile,
  type DealChange,
  type StatusChange,
  type WorkedDeal,
  withChange,
} from '../../domain/work/worked-deal.ts';
import { type AuditPorts, auditedEach, outcomeAfter } from '../audited.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import { unknownLead } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { AuditEnd, OperatorAction } from '../ports/outbound/audit-log.ts';
import type { DecideChange, KeptLeads } from '../ports/outbound/kept-leads.ts';
import type { ChangedDeal, DealOutcome, DealSummary } from '../ports/records.ts';
import { changeDeals } from './change-deals.ts';
import { recordTaken } from './taken-follow-ups.ts';

/** A change with the time of its order, by which `UndoChanges` finds it. */
export type ChangedAt = ChangedDeal & { readonly at: Date };

/** What happens to the follow-up in another change. */
export interface NextFollowUp {
  /**
   * When to turn to the customer again; `null`: never. Absent: only an answer to the customer ends the
   * follow-up.
   */
  readonly next?: Date | null | undefined;
  /**
   * Whether the follow-up may end or change even if it is neither theirs nor their lead's. Else that is
   * refused.
   */
  readonly endFollowUp?: boolean | undefined;
  /** The follow-up that the author saw. If it has changed, nothing is done. */
  readonly seenFollowUp?: SeenFollowUp | undefined;
  /** Leaves a lead of nobody's without owner. By default, the person who answers or moves it becomes its owner. */
  readonly leave?: boolean | undefined;
}

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

/** One of many changes that was refused, and why. */
export interface RefusedLead {
  readonly id: string;
  /** The reason in one plain sentence. */
  readonly refused: string;
  readonly reason: RefusalReason;
  /** The change that came between, if there was one since the author looked. */
  readonly last?: StatusChange | undefined;
  /** The lead as it was before a move, if the id means one. */
  readonly lead?: DealSummary | undefined;
  /** Somebody else's follow-up, which nobody said should end. */
  readonly followUp?: FollowUp | undefined;
}

/** Outcomes for many leads, group by group. */
export interface InGroups<T> extends AsyncIterable<readonly T[]> {
  /** The number of outcomes in all groups. */
  readonly count: number;
}

/** Why one of many leads was not changed. */
export function refusedLead({ id, refused, lead }: Extract<LeadOutcome, { refused: Refused }>): RefusedLead {
  const last = refused instanceof ChangedMeanwhile ? refused.last : undefined;
  const followUp = refused instanceof FollowUpOfOther ? refused.followUp : undefined;
  return { id, refused: refused.message, reason: refused.reason, last, followUp, lead };
}

/** Changes one lead and records it. Throws Refused. */
export async function changeLead(
  ports: ChangeLeadPorts,
  order: ChangeOrder,
  change: LeadChange,
): Promise<ChangedDeal & { readonly at: Date }> {
  const who = await actingIn(ports, order);
  const leadId = plainId(change.id);
  if (!(await ports.leads.has(leadId))) throw unknownLead();
  const [outcome] = await changeKnown(ports, order, who, new Map([[leadId, change]]));
  if (!outcome) throw unknownLead();
  if ('refused' in outcome) throw outcome.refused;
  return { ...outcome, at: who.acting.at };
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

/** Leads that are changed with a few commands to the store. */
const GROUP = 100;

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
  order: ChangesOrder,
  who: Who,
  group: ReadonlyMap<string, LeadChange>,
): Promise<readonly LeadOutcome[]> {
  const leads = await leadsMeant(ports.leads, group, order.vendorId);
  const changes = new Map<string, LeadChange>();
  for (const [given, change] of group) {
    const lead = leads.get(given);
    if (lead && !(lead instanceof Refused)) changes.set(lead.id, change);
  }
  const outcomes = await changeKnown(ports, order, who, changes);
  const outcomesByLead = new Map([...changes.keys()].map((leadId, at) => [leadId, outcomes[at]]));

  return [...group].map(([given, { id }]) => {
    const lead = leads.get(given) ?? unknownLead();
    if (lead instanceof Refused) return { id, refused: lead };
    const outcome = outcomesByLead.get(lead.id);
    if (!outcome) return { id, refused: unknownLead() };
    if (!('refused' in outcome)) return { id, changed: outcome, at: who.acting.at };
    if (outcome.refused instanceof Refused) return { id, refused: outcome.refused, lead };
    throw outcome.refused;
  });
}

/**
 * Changes leads by their ids and records it. That they exist was checked before, as the audit log is written first: a
 * mistyped id may be a customer's address.
 */
async function changeKnown(
  ports: ChangeLeadPorts,
  { action, part, dryRun }: ChangeOrder & Pick<ChangesOrder, 'dryRun'>,
  { acting, known }: Who,
  changes: ReadonlyMap<string, LeadChange>,
): Promise<readonly DealOutcome[]> {
  const ids = [...changes.keys()];
  if (ids.length === 0) return [];
  const decide = decideNow(ports, acting, (deal) =>
    withOwnerAfter(deal, changes.get(deal.id)?.decide(deal, acting), acting, known),
  );
  if (dryRun) return plan(ports.leads, ids, decide);
  const { at, ...author } = authorIn(acting);
  const actions = ids.map((on) => ({ action, on, to: changes.get(on)?.to }));
  const change = () => changeDeals(ports, ids, decide);
  const outcomes = await auditedEach(ports, { author, at, actions }, change, (all, n) =>
    auditEndOf(all[n], part),
  );
  await recordTaken(ports, outcomes, acting);
  if (action !== 'lead.assign') await recordOwners(ports, outcomes, acting);
  return outcomes;
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

/** The acting person with the time, and all known people. */
interface Who {
  readonly acting: Acting;
  readonly known: KnownPeople;
}

/** Resolves to who acts. Throws Refused if `by` is no name. */
async function actingIn(
  ports: ChangeLeadPorts,
  { by, at = ports.clock(), endFollowUp, seenFollowUp, takes = false }: ChangeOrder,
): Promise<Who> {
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
const decideNow =
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
async function recordOwners(
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

function auditEndOf(outcome: DealOutcome, part: ChangeOrder['part']): AuditEnd {
  if (!outcome) return { outcome: 'refused' };
  if ('refused' in outcome) return { outcome: outcomeAfter(outcome.refused) };
  return { outcome: 'done', ...(part && { from: part(outcome.before), to: part(outcome.after) }) };
}
