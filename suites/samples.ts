import { createHash, randomUUID } from 'node:crypto';
import type { EarlierDeal, NewLead } from '../src/application/ports/outbound/crm.ts';
import type { Contact, Customer } from '../src/domain/contact.ts';
import { type Deal, openDeal, type StatusEntry } from '../src/domain/deal.ts';
import type { LeadField } from '../src/domain/invalid-lead.ts';
import { Lead, type LeadDraft } from '../src/domain/lead.ts';
import { untouched, type WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';

/**
 * Every field of a lead. A new field does not compile until it is here, and is then part of every test of kept
 * leads.
 */
export const wholeDraft = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '5550102030',
  zip: '94107',
  dealType: 'other',
  vendorName: 'Acme Motors',
  notes: 'Call me.',
  externalLeadId: 'A-1047',
  externalId: 'B-2',
  vehicleYear: '2019',
  vehicleMake: 'Ford',
  vehicleModel: 'F-150',
  vehicleMiles: '80000',
} as const satisfies Record<LeadField, string>;

export function leadOf(draft: LeadDraft): Lead {
  const reachable = 'email' in draft || 'phone' in draft ? {} : { email: 'someone@example.com' };
  const usual = { firstName: 'Someone', dealType: 'sales', vendorName: 'Vendor', notes: 'Call back.' };
  return Lead.parse({ ...usual, ...reachable, ...draft });
}

/** A lead as the service adds it, of this deal. Its customer is the one whom the deal describes. */
export const newLead = (deal: Deal, customer = customerOf(deal)): NewLead<never> => ({
  customer,
  dealOf: (contactId) => ({ ...deal, contactId }),
});

function customerOf({ customer }: Deal): Customer {
  if (!customer) throw new TypeError('the customer of this deal is erased');
  return { ...customer, zip: undefined };
}

/** A new deal of `vendor-1` as the service adds it, unless `known` has other values. */
export function openedDeal(
  draft: LeadDraft,
  { keyId, ...known }: Partial<Deal> & { readonly keyId?: string | undefined },
): Deal {
  const opened = openDeal(leadOf(draft), {
    id: newId(),
    vendorId: 'vendor-1',
    receivedAt: new Date('2026-07-12T15:04:05.678Z'),
    idempotency: undefined,
    contactId: '',
    keyId,
    ...known,
  });
  return { ...opened, ...known };
}

/** A deal with one more step of its history, as others move it in the store. */
export const movedOn = (deal: Deal, step: StatusEntry): Deal => ({
  ...deal,
  status: step.status,
  history: [...deal.history, step],
});

/** The same deal as operators have it. */
export const dealOf = (
  draft: LeadDraft,
  known: Partial<WorkedDeal> & { readonly keyId?: string | undefined },
): WorkedDeal => untouched(openedDeal(draft, known));

/** An id in the form of a UUID v7: a CRM may keep ids in a type of its own. */
export function newId(): string {
  const id = randomUUID();
  return `${id.slice(0, 14)}7${id.slice(15)}`;
}

/** An idempotency key as it is sent with a lead of this content. */
export const sentWith = (key: string, content = 'the same lead') => ({
  key,
  fingerprint: createHash('sha256').update(content).digest('hex'),
});

/** The least that a CRM has to return of a deal whose idempotency key is sent again. */
export const earlier = ({ id, idempotency }: Deal): EarlierDeal => ({ id, idempotency });

/** The contact with email and phone as plain text. */
export const shown = ({ email, phone, ...contact }: Contact) => ({
  ...contact,
  email: email?.value,
  phone: phone?.value,
});

/** Sorts by id what a CRM may list in any order. */
export const byId = <T extends { readonly id: string }>(kept: readonly T[]): readonly T[] =>
  kept.toSorted((a, b) => (a.id < b.id ? -1 : 1));
