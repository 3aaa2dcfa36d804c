import type { Contact, Crm, Customer, Deal, Idempotency } from 'partner-lead-service';
import { identityKeys, judgeRepeat, newContact, sameCustomer } from 'partner-lead-service';

/** As small a CRM as a test needs. */
export class ListCrm implements Crm {
  readonly contacts: Contact[] = [];
  readonly deals: Deal[] = [];

  async upsertContact(customer: Customer) {
    const candidates = this.contacts.filter(({ keys }) =>
      identityKeys(customer).some((key) => keys.includes(key)),
    );
    const known = sameCustomer(customer, candidates);
    if (known) return known.id;
    const contact = newContact(`contact-${this.contacts.length + 1}`, customer, candidates);
    this.contacts.push(contact);
    return contact.id;
  }

  async addDeal(deal: Deal) {
    this.deals.push(deal);
    return 'added' as const;
  }

  async earlierDeal(vendorId: string, sent: Idempotency) {
    const earlier = this.deals.find(
      (deal) => deal.vendorId === vendorId && deal.idempotency?.key === sent.key,
    );
    return earlier && judgeRepeat(earlier, sent);
  }

  async statusOf(leadId: string, vendorId: string) {
    return this.deals.find((deal) => deal.id === leadId && deal.vendorId === vendorId)?.status;
  }
}
