import { emailKey, phoneKey } from '../../../domain/contact.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { Refused } from '../../domain/refused.ts';
import { isTokenId } from '../../domain/work/access-token.ts';
import type { AnswerGoal } from '../../domain/work/answer-goal.ts';
import type { DealConditions } from '../../domain/work/deal-conditions.ts';
import { KnownPeople } from '../../domain/work/known-people.ts';
import { COMES_BACK_MS } from '../../domain/work/part-of-day.ts';
import { knownPeople } from '../known-people.ts';
import { requireKeyHolder, unknownContact } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type {
  CountLeads,
  LeadConditions,
  LeadListQuery,
  ListedLead,
  ListLeads,
} from '../ports/inbound/lead-use-cases.ts';
import type { DealSummary } from '../ports/records.ts';
import { vendorIdOf } from '../vendors/vendor-meant.ts';
import { givenIds } from './given-leads.ts';
import { LeadCursor } from './lead-cursor.ts';
import { listOrder } from './orders.ts';
import { meaningsOf } from './seek-leads.ts';

export type ListLeadsPorts = Needs<
  'leads' | 'contacts' | 'vendors' | 'people' | 'digest' | 'clock' | 'answerGoal'
>;

export const makeListLeads =
  (ports: ListLeadsPorts): ListLeads =>
  async ({ key, email, phone, text, ids, given, limit, cursor, ...asked }) => {
    requireLimit(limit);
    const now = ports.clock();
    const known = given ? await knownPeople(ports) : await knownFor(ports, [asked]);
    const holder = key === undefined ? undefined : await requireKeyHolder(ports.vendors, key);
    const conditions = await conditionsFor(ports, known, now)(asked);
    const order = listOrder(conditions);
    const from = cursor ? LeadCursor.parse(cursor, order) : undefined;
    const ofIds = given ? await givenIds(ports, known, ownersMeant(known, asked), now) : ids;
    const found = await ports.leads.deals({
      ...conditions,
      // A key's leads are searched by its vendor as well, because only the vendor has an index.
      vendorId: conditions.vendorId ?? holder?.id,
      keyId: key,
      said: email ? emailKey(email) : phone && phoneKey(phone),
      matching:
        text === undefined
          ? ofIds?.map((id) => ({ id: plainId(id) }))
          : await meaningsOf(text, ports.contacts),
      after: from?.after,
      limit: limit + 1,
    });
    const { contactId: id } = conditions;
    if (id !== undefined && found.length === 0 && !(await ports.contacts.contact({ id })))
      throw unknownContact();

    const more = found.length > limit;
    const leads = listed(found.slice(0, limit), ports.answerGoal, now);
    const next = (from ?? LeadCursor.start(order, conditions.since)).beyond(leads, more, now);
    return { leads, next: next?.text, more };
  };

/** Adds the customer's wait to leads, as lists show it. */
export const listed = (found: readonly DealSummary[], answerGoal: AnswerGoal, now: Date): ListedLead[] =>
  found.map((lead) => ({ ...lead, answer: answerGoal.answerOf(lead, now) }));

export const makeCountLeads =
  (ports: Needs<'leads' | 'vendors' | 'people' | 'clock' | 'answerGoal'>): CountLeads =>
  async ({ of, most }) => {
    requireLimit(most);
    const now = ports.clock();
    const known = await knownFor(ports, of);
    const conditions = await Promise.all(of.map(conditionsFor(ports, known, now)));
    return ports.leads.countDeals(conditions, most);
  };

/** Makes the store's conditions of what is asked, as it is meant now, and its order. */
const conditionsFor =
  (ports: Needs<'leads' | 'vendors' | 'answerGoal'>, known: KnownPeople, now: Date) =>
  async ({ vendor, contact, owner, orNobody, waiting, late, still, ...plain }: LeadConditions) => {
    // Open leads are work, but for those of erased customers: there is nobody to turn to.
    const isWork = plain.open || still || waiting !== undefined;
    return {
      ...plain,
      ...whose(known, { owner, orNobody, due: plain.due }),
      ...(late && { unanswered: true, waitingBefore: ports.answerGoal.lateBefore(now) }),
      ...(still && { still: new Date(now.getTime() - COMES_BACK_MS) }),
      ...(waiting !== undefined && { unmovedSince: new Date(now.getTime() - waiting) }),
      ...(isWork && { known: true }),
      vendorId: vendor === undefined ? undefined : await vendorIdOf(vendor, ports),
      contactId: contact && plainId(contact),
    };
  };

type OwnerAsked = Pick<LeadListQuery, 'owner' | 'orNobody'>;

/** Resolves to the people, who are read only if a query asks for an owner. */
const knownFor = async (ports: Needs<'people'>, asked: readonly OwnerAsked[]): Promise<KnownPeople> =>
  asked.some(({ owner }) => typeof owner === 'string') ? knownPeople(ports) : new KnownPeople([]);

/** The conditions for an owner. */
function whose(
  known: KnownPeople,
  { due, ...asked }: OwnerAsked & Pick<LeadListQuery, 'due'>,
): DealConditions {
  const owners = ownersMeant(known, asked);
  if (!due) return { owners };
  // A follow-up on a lead of nobody's is due for its author alone.
  return dueFor(known, asked.orNobody ? owners?.filter((id) => id !== null) : owners);
}

/**
 * The conditions for leads with a follow-up that is due for a person, by every id: their own, and those where they
 * promised it, unless they have left or only look.
 */
export const dueFor = (
  known: Pick<KnownPeople, 'mayOwn'>,
  owners: readonly (string | null)[] | undefined,
): DealConditions =>
  owners?.every((id) => id === null || known.mayOwn(id)) ? { ownersOrPromised: owners } : { owners };

/** Every id that means the owner asked for; with `null`, also leads without owner. Throws PersonNotMeant. */
function ownersMeant(
  known: KnownPeople,
  { owner, orNobody }: OwnerAsked,
): readonly (string | null)[] | undefined {
  if (owner === undefined) return undefined;
  if (owner === null) return [null];
  const ids = isTokenId(owner) ? [owner] : known.idsOf(known.meant(owner).id); // a program has no leads
  return orNobody ? [...ids, null] : ids;
}

/** Throws Refused for a limit below 1. */
export function requireLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new Refused('invalid-limit', 'A list needs a limit of at least 1.');
}
