import { isSameName } from '../../domain/name.ts';
import type { OperatorUseCases } from '../ports/inbound/operator.ts';
import type { ContactRecord } from '../ports/records.ts';

/** Read at once, of a contact that may have any number. */
const PAGE = 1_000;

/** How many leads of the contact name somebody with another first name: people share phones. */
export async function countLeadsOfOthers(
  { contactId, contact }: ContactRecord,
  { listLeads }: Pick<OperatorUseCases, 'listLeads'>,
): Promise<number> {
  if (!contact) return 0;
  let others = 0;
  for (let cursor: string | undefined; ; ) {
    const { leads, next, more } = await listLeads({ contact: contactId, limit: PAGE, cursor });
    for (const { customer } of leads)
      if (customer && !isSameName(customer.firstName, contact.firstName)) others += 1;
    if (!more) return others;
    cursor = next;
  }
}
