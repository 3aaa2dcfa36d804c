import { randomUUID } from 'node:crypto';
import type { Customer } from '../../src/domain/contact.ts';
import { type Deal, openDeal } from '../../src/domain/deal.ts';
import { Lead, type LeadDraft } from '../../src/domain/lead.ts';

const usual = {
  firstName: 'Ann',
  email: 'ann@example.com',
  dealType: 'sales',
  vendorName: 'Vendor',
  notes: 'Call back.',
};

/** A valid lead, with the fields that a test cares about. */
export const someLead = (draft: LeadDraft = {}): Lead => Lead.parse({ ...usual, ...draft });

export const someCustomer = (draft: LeadDraft = {}): Customer => someLead(draft).customer;

export const someDeal = (draft: LeadDraft = {}, known: Partial<Deal> = {}): Deal => ({
  ...openDeal(someLead(draft), {
    id: randomUUID(),
    contactId: 'contact-1',
    vendorId: 'vendor-1',
    receivedAt: new Date(),
    idempotency: undefined,
  }),
  ...known,
});
