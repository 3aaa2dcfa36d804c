import { assignDeal, type Deal, type SeenOwner } from '../../domain/deal.ts';
import { type KnownPeople, knownPeople, makeKnown } from '../desk/known-people.ts';
import type { AssignedLead, AssignLead, AssignLeads } from '../ports/inbound/lead-changes.ts';
import type { By } from '../ports/inbound/people.ts';
import { type ChangeLeadsPorts, changeLead, changeLeads, type LeadChange } from './change-leads.ts';

const assignment = { action: 'lead.assign', part: ({ owner }: Deal) => owner ?? null } as const;

export const makeAssignLead =
  (ports: ChangeLeadsPorts): AssignLead =>
  async ({ leadId: id, to, seen, by }) => {
    const known = await knownPeople(ports);
    const owner = await ownerMeant(ports, known, to);
    const change = changeOf({ id, seen: seen && seenMeant(known, seen) }, owner, known.nameOf);
    return changeLead(ports, { ...assignment, by }, change);
  };

/** What is refused is told, and stops nothing. */
export const makeAssignLeads =
  (ports: ChangeLeadsPorts): AssignLeads =>
  async ({ leads, to, by }) => {
    const known = await knownPeople(ports);
    const owner = await ownerMeant(ports, known, to);
    const meant = leads.map(({ id, seen }) => ({ id, seen: seen && seenMeant(known, seen) }));
    const groups = assignAll(ports, { leads: meant, owner, nameOf: known.nameOf, by });
    return Object.assign(groups, { count: leads.length });
  };

interface Assignment {
  readonly leads: Parameters<AssignLeads>[0]['leads'];
  readonly owner: string | null;
  readonly nameOf: KnownPeople['nameOf'];
  readonly by: By;
}

export async function* assignAll(
  ports: ChangeLeadsPorts,
  { leads, owner, nameOf, by }: Assignment,
): AsyncGenerator<readonly AssignedLead[]> {
  const changes = leads.map((lead) => changeOf(lead, owner, nameOf));
  for await (const group of changeLeads(ports, { ...assignment, by, changes }))
    yield group.map((outcome) =>
      'changed' in outcome
        ? { id: outcome.id, from: outcome.changed.before.owner, owner: outcome.changed.after.owner }
        : { id: outcome.id, refused: outcome.refused.message, reason: outcome.refused.reason },
    );
}

const changeOf = (
  { id, seen }: Assignment['leads'][number],
  to: string | null,
  nameOf: KnownPeople['nameOf'],
): LeadChange => ({ id, to, decide: (deal) => assignDeal(deal, to, seen, nameOf) });

/** The id of whom a name or id means; `null`: nobody. Whoever is meant is known from then on. */
export async function ownerMeant(
  ports: ChangeLeadsPorts,
  known: KnownPeople,
  to: string | undefined,
): Promise<string | null> {
  if (to === undefined) return null;
  const person = known.meant(to);
  if (!known.all.some(({ id }) => id === person.id)) await makeKnown(ports, person);
  return person.id;
}

/** An owner whom nobody knows was seen, too. */
const seenMeant = ({ all, meant }: KnownPeople, { owner }: SeenOwner): SeenOwner =>
  owner === null || all.some(({ id }) => id === owner) ? { owner } : { owner: meant(owner).id };
