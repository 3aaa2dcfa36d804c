import type { Crm } from '../../../application/ports/outbound/crm.ts';
import type { Customer } from '../../../domain/contact.ts';
import { type Deal, moveDeal } from '../../../domain/deal.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';

const statuses = new Map<string, LeadStatus>([
  ['quoted@sandbox.test', 'Quoted'],
  ['evaluation-scheduled@sandbox.test', 'Evaluation Scheduled'],
  ['won@sandbox.test', 'Won'],
  ['lost@sandbox.test', 'Lost'],
]);

/**
 * A CRM in which leads with certain email addresses move to a later status at once, and one address causes an error.
 * Everything else is left to the CRM behind it.
 */
export class SandboxCrm implements Crm {
  readonly #crm: Crm;
  readonly earlierDeal: Crm['earlierDeal'];
  readonly statusOf: Crm['statusOf'];

  constructor(crm: Crm) {
    this.#crm = crm;
    this.earlierDeal = (vendorId, sent) => crm.earlierDeal(vendorId, sent);
    this.statusOf = (leadId, vendorId) => crm.statusOf(leadId, vendorId);
  }

  /** Puts the requested status in front of the contact's id for `addDeal`, because a deal has no email address. */
  async upsertContact(customer: Customer): Promise<string> {
    const address = customer.email?.identity ?? '';
    if (address === 'error@sandbox.test') throw new Error('error requested by the test address');
    const id = await this.#crm.upsertContact(customer);
    const status = statuses.get(address);
    return status ? `${status}:${id}` : id;
  }

  addDeal(deal: Deal): ReturnType<Crm['addDeal']> {
    const status = [...statuses.values()].find((each) => deal.contactId.startsWith(`${each}:`));
    if (!status) return this.#crm.addDeal(deal);
    const change = {
      at: deal.receivedAt,
      by: 'sandbox',
      reason: 'requested by the test address of the lead',
    };
    const contactId = deal.contactId.slice(status.length + 1);
    return this.#crm.addDeal({ ...moveDeal(deal, status, change), contactId });
  }
}
