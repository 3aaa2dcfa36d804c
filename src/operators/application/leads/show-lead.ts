import { hasCustomer } from '../../../domain/contact.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { openedBy } from '../../domain/work/opened-by.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import { type AuditPorts, looked } from '../audited.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import { lastEdits } from '../last-edits.ts';
import { unknownLead } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { OwnerChange, ShowLead, ShownLead } from '../ports/inbound/lead-use-cases.ts';
import type { By } from '../ports/inbound/people-use-cases.ts';

const MOST_ASSIGNMENTS = 100;
/** Other leads that are shown whole, each with its log. */
const MOST_OTHERS = 10;

type ShowLeadPorts = AuditPorts & Needs<'leads' | 'people' | 'answerGoal'>;

export const makeShowLead =
  (ports: ShowLeadPorts): ShowLead =>
  async ({ leadId: given, by }) => {
    const leadId = plainId(given);
    const kept = await ports.leads.lead(leadId);
    if (!kept) throw unknownLead();
    await looked(ports, { by, action: 'lead.show', on: leadId });
    if (kept.deal.assigned?.openedAt === null) await opened(ports, leadId, by);
    const answer = ports.answerGoal.answerOf(kept.deal, ports.clock());
    const [assignments, mended, others] = await Promise.all([
      assignmentsOf(leadId, ports),
      lastEdits(ports.audit, kept.deal.contactId),
      othersOf(kept.deal, ports),
    ]);
    return { ...kept, answer, assignments, mended, ...others };
  };

/** Notes that the owner has opened the lead. It counts as no change of the lead. */
async function opened(ports: ShowLeadPorts, leadId: string, by: By): Promise<void> {
  const { byId } = authorOf(by);
  if (byId === undefined) return;
  const acting = { ids: (await knownPeople(ports)).idsOf(byId), at: ports.clock() };
  await ports.leads.changeDeals([leadId], (deal) => {
    const assigned = openedBy(deal, acting);
    return assigned && { assigned };
  });
}

/**
 * Resolves to the customer's other leads. For an erased customer there are none: nothing says any more whose
 * lead it was.
 */
async function othersOf(
  deal: WorkedDeal,
  { leads }: ShowLeadPorts,
): Promise<Pick<ShownLead, 'others' | 'moreOthers'>> {
  if (!hasCustomer(deal)) return { others: [], moreOthers: false };
  const limit = MOST_OTHERS + 2; // itself, and one more
  const all = await leads.deals({ contactId: deal.contactId, newest: true, limit });
  const ids = all.flatMap(({ id }) => (id === deal.id ? [] : id));
  if (ids.length === 0) return { others: [], moreOthers: false };
  const newest = ids.slice(0, MOST_OTHERS);
  const found = new Map((await leads.leads(newest)).map(({ deal }) => [deal.id, deal]));
  const others = newest.flatMap((id) => found.get(id) ?? []).filter(hasCustomer);
  return { others, moreOthers: ids.length > MOST_OTHERS };
}

async function assignmentsOf(leadId: string, { audit }: ShowLeadPorts): Promise<readonly OwnerChange[]> {
  const entries = await audit.entries({ on: leadId, action: 'lead.assign', limit: MOST_ASSIGNMENTS });
  return entries
    .toReversed()
    .flatMap(({ at, by, byId, from, to, outcome }) =>
      outcome === 'done' && from !== undefined && to !== undefined && from !== to
        ? [{ at, by, byId, from, to }]
        : [],
    );
}
