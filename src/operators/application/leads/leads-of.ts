import type { KeptLeads } from '../ports/outbound/kept-leads.ts';
import type { DealSummary } from '../ports/records.ts';

/** Leads of a contact that are read at once. */
const LEADS_AT_ONCE = 1_000;

/** All leads of a contact, page by page. */
export async function* leadsOf(
  contactId: string,
  kept: Pick<KeptLeads, 'deals'>,
): AsyncGenerator<readonly DealSummary[]> {
  let after: DealSummary | undefined;
  do {
    const leads = await kept.deals({ contactId, after, limit: LEADS_AT_ONCE });
    yield leads;
    after = leads.length === LEADS_AT_ONCE ? leads.at(-1) : undefined;
  } while (after);
}
