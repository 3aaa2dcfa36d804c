import { openDeal } from '../domain/deal.ts';
import type { LeadField } from '../domain/invalid-lead.ts';
import { Lead } from '../domain/lead.ts';

/** A lead that nobody sent, with all that a lead can have, for a rehearsal. No other lead has its key or customer. */
export function madeUpLead(newId: () => string) {
  const name = `rehearsal-${newId()}`;
  const lead = Lead.parse({
    firstName: 'Made',
    lastName: 'Up',
    email: `${name}@example.invalid`,
    zip: '00000',
    dealType: 'sales',
    vendorName: 'Rehearsal',
    notes: 'Nobody sent this.',
    externalId: name,
    vehicleYear: '2000',
    vehicleMake: 'Made',
    vehicleModel: 'Up',
    vehicleMiles: '1',
  } satisfies Record<Exclude<LeadField, 'phone' | 'externalLeadId'>, string>);
  const opening = {
    vendorId: name,
    receivedAt: new Date(),
    idempotency: { key: name, fingerprint: name },
  };
  return {
    customer: lead.customer,
    /** Makes the deal, with another id each time. */
    dealOf: (contactId: string) => openDeal(lead, { ...opening, id: newId(), contactId }),
  };
}
