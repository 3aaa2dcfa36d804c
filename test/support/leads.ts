import type { Customer } from '../../src/domain/contact.ts';
import type { Lead, LeadDraft } from '../../src/domain/lead.ts';
import type { WorkedDeal } from '../../src/operators/domain/work/worked-deal.ts';
import { dealOf, leadOf } from '../../suites/samples.ts';

/** Valid, with the fields that a test cares about. */

export const someLead = (draft: LeadDraft = {}): Lead => leadOf({ email: 'ann@example.com', ...draft });

export const someCustomer = (draft: LeadDraft = {}): Customer => someLead(draft).customer;

export const someDeal = (draft: LeadDraft = {}, known: Partial<WorkedDeal> = {}): WorkedDeal =>
  dealOf(draft, { contactId: 'contact-1', ...known });
