import type { Crm, NewLead } from '../../src/application/ports/outbound/crm.ts';
import type { Customer } from '../../src/domain/contact.ts';
import type { Deal } from '../../src/domain/deal.ts';
import { leadOf, newLead, openedDeal } from '../../suites/samples.ts';

type Beside<A> = Pick<NewLead<A>, 'announced' | 'asItCame'> & { readonly customer?: Customer };

/** Adds a deal. Resolves to it as it is kept, with the contact of its customer. */
export async function addLead<A, D extends Deal>(
  crm: Pick<Crm<A>, 'addLead'>,
  deal: D,
  beside: Beside<A> = {},
): Promise<D> {
  let contactId = '';
  await crm.addLead({
    ...newLead(deal),
    ...beside,
    dealOf(id) {
      contactId = id;
      return { ...deal, contactId };
    },
  });
  return { ...deal, contactId };
}

/** Adds a deal to the contact that it names, as if that one had changed since it was found. */
export function addDeal<A>(crm: Pick<Crm<A>, 'addLead'>, deal: Deal, beside: Beside<A> = {}) {
  const customer = { ...(deal.customer ?? leadOf({}).customer), zip: undefined };
  return crm.addLead({ customer, ...beside, dealOf: () => deal });
}

/** Keeps a customer, with a lead. Resolves to the id of the contact. */
export const keepCustomer = async (crm: Pick<Crm, 'addLead'>, customer: Customer): Promise<string> =>
  (await addLead(crm, openedDeal({}, {}), { customer })).contactId;
