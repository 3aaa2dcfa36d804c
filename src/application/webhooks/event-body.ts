import type { Deal } from '../../domain/deal.ts';
import type { Hook } from '../../domain/hook.ts';
import type { AnyEvent, LeadEvent } from '../../domain/lead-event.ts';

/**
 * The body of an event (Standard Webhooks 1.0). A vendor is told nothing personal. The operator is told everything, with
 * the customer as sent, and never the ZIP (Spec 2.1 rule 4).
 */
export function bodyOf(
  { vendorId }: Pick<Hook, 'vendorId'>,
  { event, deal }: { readonly event: AnyEvent; readonly deal: Deal | undefined },
): string {
  const { type, at: timestamp } = event;
  const data =
    type === 'hook.test' ? {} : { ...told(event, deal), ...(vendorId === undefined && more(event, deal)) };
  return JSON.stringify({ type, timestamp, data });
}

/** What everybody is told. */
function told(event: LeadEvent, deal: Deal | undefined): object {
  const { leadId, status, at: statusUpdatedAt } = event;
  const lead = { leadId, externalLeadId: deal?.externalId, status };
  switch (event.type) {
    case 'lead.received':
      return { ...lead, statusUpdatedAt };
    case 'lead.status_changed':
      return { ...lead, previousStatus: event.previousStatus, statusUpdatedAt, lostReason: event.lostReason };
  }
}

/** What only the operator is told. */
function more({ type, vendorId }: LeadEvent, deal: Deal | undefined) {
  const vendor = { id: vendorId, name: deal?.vendorName };
  return { vendor, ...(type === 'lead.received' && deal && received(deal)) };
}

function received({ dealType, notes, vehicle, contactId, receivedAt, customer }: Deal) {
  return {
    deal: { dealType, notes, vehicle, contactId, receivedAt },
    customer: customer && {
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email?.value,
      phone: customer.phone?.value,
    },
  };
}
