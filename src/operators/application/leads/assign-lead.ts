import { assignDeal, type SeenOwner } from '../../domain/work/assign-deal.ts';
import { type KnownPeople, PersonNotMeant } from '../../domain/work/known-people.ts';
import { isPersonId } from '../../domain/work/person-name.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import { knownPeople } from '../known-people.ts';
import type { By } from '../ports/order.ts';
import {
  type ChangedAt,
  type ChangeLeadPorts,
  type ChangeOrder,
  type ChangesOrder,
  changeLead,
  changeLeads,
  type InGroups,
  type LeadChange,
  type LeadOutcome,
  type RefusedLead,
  refusedLead,
} from './change-leads.ts';

const assignment = { action: 'lead.assign', part: ({ owner }: WorkedDeal) => owner ?? null } as const;

/**
 * Makes somebody, or nobody, the lead's owner. Throws ChangedMeanwhile, which is Refused, if the owner is no
 * longer the one whom the author saw. Resolves also to the time of the change, by which it can be undone.
 */
export type AssignLead = (order: {
  readonly leadId: string;
  /** The id or name of a known person who has not left. `undefined`: nobody. */
  readonly to: string | undefined;
  /** The owner whom the author saw, by id or name; `null`: nobody. */
  readonly seen?: SeenOwner | undefined;
  readonly by: By;
}) => Promise<ChangedAt>;

export const makeAssignLead =
  (ports: ChangeLeadPorts): AssignLead =>
  async ({ leadId: id, to, seen, by }) => {
    const known = await knownPeople(ports);
    const owner = ownerMeant(known, to);
    const change = changeOf({ id, seen: seen && seenMeant(known, seen) }, owner, known);
    return changeLead(ports, { ...assignment, by }, change);
  };

/**
 * Assigns many leads to one person, or to nobody. Each is assigned as by `assignLead`; groups and refusals are
 * as in `moveLeads`.
 */
export type AssignLeads = (order: {
  readonly leads: readonly { readonly id: string; readonly seen?: SeenOwner | undefined }[];
  readonly to: string | undefined;
  readonly by: By;
}) => Promise<InGroups<AssignedLead>>;

export const makeAssignLeads =
  (ports: ChangeLeadPorts): AssignLeads =>
  async ({ leads, to, by }) => {
    const known = await knownPeople(ports);
    const owner = ownerMeant(known, to);
    const meant = leads.map(({ id, seen }) => ({ id, seen: seen && seenMeant(known, seen) }));
    const groups = assignAll(ports, { leads: meant, owner, known, by });
    return Object.assign(groups, { count: leads.length });
  };

interface Assignment extends Pick<ChangeOrder, 'by' | 'at'> {
  readonly leads: Parameters<AssignLeads>[0]['leads'];
  readonly owner: string | null;
  readonly known: KnownPeople;
}

export const assignAll = (
  ports: ChangeLeadPorts,
  { leads, owner, known, ...order }: Assignment,
): AsyncGenerator<readonly AssignedLead[]> =>
  assignEach(ports, { ...order, changes: leads.map((lead) => changeOf(lead, owner, known)) });

export async function* assignEach(
  ports: ChangeLeadPorts,
  order: Omit<ChangesOrder, 'action' | 'part'>,
): AsyncGenerator<readonly AssignedLead[]> {
  for await (const group of changeLeads(ports, { ...assignment, ...order })) yield group.map(assignedLead);
}

/** The outcome of one of many assignments. */
export type AssignedLead =
  | {
      readonly id: string;
      /** The ids of the owners before and after. */
      readonly from: string | undefined;
      readonly owner: string | undefined;
      /** The time of the assignment. */
      readonly since: Date;
    }
  | RefusedLead;

function assignedLead(outcome: LeadOutcome): AssignedLead {
  const { id } = outcome;
  if ('refused' in outcome) return refusedLead(outcome);
  const { at: since, changed } = outcome;
  return { id, from: changed.before.owner, owner: changed.after.owner, since };
}

const changeOf = (
  { id, seen }: Assignment['leads'][number],
  to: string | null,
  known: KnownPeople,
): LeadChange => ({ id, to, decide: (deal) => assignDeal(deal, to, seen, known) });

/**
 * The id of the person whom a name or id means; `null`: nobody. Throws PersonNotMeant, also for somebody who
 * has left or only looks.
 */
export function ownerMeant(known: KnownPeople, to: string | undefined): string | null {
  if (to === undefined) return null;
  const { id, left, role } = known.meant(to);
  const name = known.nameOf(id);
  if (left !== undefined)
    throw new PersonNotMeant(
      'person-left',
      `${name} has left: a lead can be theirs once they have signed in again.`,
      { given: to },
    );
  if (role === 'viewer')
    throw new PersonNotMeant('person-only-looks', `${name} is a viewer, and cannot work on leads.`, {
      given: to,
    });
  return id;
}

/** The owner whom an author saw, as an id. Ids of people who are not known are allowed. */
function seenMeant(known: KnownPeople, { owner }: SeenOwner): SeenOwner {
  if (owner === null) return { owner };
  return { owner: isPersonId(owner) ? known.idOf(owner) : known.meant(owner).id };
}
