import type { Contact, Crm, Deal, NewLead } from 'partner-lead-service';
import { identityKeys, placeCustomer } from 'partner-lead-service';

/** As small a CRM as a test needs. */
export class ListCrm implements Crm {
  contacts: Contact[] = [];
  readonly deals: Deal[] = [];

  async addLead({ customer, dealOf }: NewLead) {
    const candidates = this.contacts.filter(({ keys }) =>
      identityKeys(customer).some((key) => keys.includes(key)),
    );
    const { contact } = placeCustomer(customer, candidates, () => `contact-${this.contacts.length + 1}`);
    this.contacts = [...this.contacts.filter(({ id }) => id !== contact.id), contact];
    this.deals.push(dealOf(contact.id));
    return 'added' as const;
  }

  async earlierDeal(vendorId: string, key: string) {
    return this.deals.find((deal) => deal.vendorId === vendorId && deal.idempotency?.key === key);
  }

  async statusOf(leadId: string) {
    return this.deals.find(({ id }) => id === leadId);
  }
}
