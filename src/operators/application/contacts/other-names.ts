import { isUnderOtherName } from '../../../domain/contact.ts';
import type { ListLeads } from '../leads/list-leads.ts';
import type { ContactRecord } from '../ports/records.ts';

/** Leads that are read at once: a contact may have any number. */
const PAGE = 1_000;

/** Counts the contact's leads that came under another first name, as its access file does. */
export async function countLeadsUnderOtherNames(
  { contactId, contact }: ContactRecord,
  { listLeads }: { readonly listLeads: ListLeads },
): Promise<number> {
  if (!contact) return 0;
  let others = 0;
  for (let cursor: string | undefined; ; ) {
    const { leads, next, more } = await listLeads({ contact: contactId, limit: PAGE, cursor });
    others += leads.filter(({ customer }) => isUnderOtherName(customer, contact)).length;
    if (!more) return others;
    cursor = next;
  }
}
